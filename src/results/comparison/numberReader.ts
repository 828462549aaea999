import type { UnitWindow } from './unitWindow';

/** Further digits don't change the value: it has 17 already. */
const FULL_VALUE = 1e16;

/** Number of digits with which every integer is exact. */
const MAX_SHORT_DIGITS = 15;

const MAX_EXPONENT_DIGITS = 6;

const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const UPPER_E = 69;
const LOWER_E = 101;

/** Reads decimal numbers: `-1.5e3`. */
export class NumberReader {
  /** the number that was read last */
  value = 0;
  /** it has neither point nor exponent */
  isInteger = false;
  /** index after it */
  end = 0;

  /** `readsExponents`: `e` may be part of a number */
  constructor(private readonly readsExponents: boolean) {}

  /** Reads the number at this index. Returns whether there is one. */
  read(units: UnitWindow, start: number): boolean {
    return this.readShort(units, start) || this.readAny(units, start);
  }

  /**
   * Like `readAny`, but faster. Returns false for a number with an exponent, with many digits, or at the end of the window.
   */
  private readShort(units: UnitWindow, start: number): boolean {
    const first = units.unitAt(start);
    const { bytes, length } = units;
    const startOffset = start - units.start;
    let offset = first === MINUS || first === PLUS ? startOffset + 1 : startOffset;
    const firstDigit = offset;
    let value = 0;
    let point = -1;
    for (; offset < length; offset += 1) {
      const digit = (bytes[offset] ?? 0) - ZERO;
      if (digit >= 0 && digit <= 9) value = value * 10 + digit;
      else if (digit === POINT - ZERO && point < 0) point = offset;
      else break;
    }
    const isInteger = point < 0;
    const digits = isInteger ? offset - firstDigit : offset - firstDigit - 1;
    if (offset >= length || digits < 1 || digits > MAX_SHORT_DIGITS) return false;
    const unit = bytes[offset];
    if (unit === UPPER_E || unit === LOWER_E) return false;
    const power = isInteger ? 1 : (powers[offset - point - 1] ?? 1);
    this.value = (first === MINUS ? -value : value) / power;
    this.isInteger = isInteger;
    this.end = offset + units.start;
    return true;
  }

  private readAny(units: UnitWindow, start: number): boolean {
    const first = units.unitAt(start);
    const firstDigit = first === MINUS || first === PLUS ? start + 1 : start;
    let index = firstDigit;
    let value = 0;
    let decimals = 0;
    let isInteger = true;
    for (; ; index += 1) {
      const digit = units.unitAt(index) - ZERO;
      if (digit >= 0 && digit <= 9) {
        if (value < FULL_VALUE) {
          value = value * 10 + digit;
          if (!isInteger) decimals += 1;
        } else if (isInteger) decimals -= 1;
      } else if (isInteger && digit === POINT - ZERO) isInteger = false;
      else break;
    }
    const digits = index - firstDigit - (isInteger ? 0 : 1);
    const unit = units.unitAt(index);
    let exponent = -decimals;
    if (this.readsExponents && (unit === UPPER_E || unit === LOWER_E)) {
      const sign = units.unitAt(index + 1);
      const exponentStart = sign === MINUS || sign === PLUS ? index + 2 : index + 1;
      const written = readInteger(units, exponentStart, MAX_EXPONENT_DIGITS);
      if (written.digits > 0) {
        exponent += sign === MINUS ? -written.value : written.value;
        index = exponentStart + written.digits;
        isInteger = false;
      }
    }
    this.value = scaled(first === MINUS ? -value : value, exponent);
    this.isInteger = isInteger;
    this.end = index;
    return digits > 0;
  }
}

function readInteger(
  units: UnitWindow,
  start: number,
  maxDigits: number,
): { readonly value: number; readonly digits: number } {
  let value = 0;
  let digits = 0;
  for (; digits < maxDigits; digits += 1) {
    const digit = units.unitAt(start + digits) - ZERO;
    if (!(digit >= 0 && digit <= 9)) break;
    value = value * 10 + digit;
  }
  return { value, digits };
}

/** Powers of ten that are exact. */
const powers = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

function scaled(value: number, exponent: number): number {
  if (value === 0 || exponent === 0) return value;
  const power = powers[Math.abs(exponent)];
  if (power === undefined) return Number(`${value}e${exponent}`);
  return exponent < 0 ? value / power : value * power;
}
