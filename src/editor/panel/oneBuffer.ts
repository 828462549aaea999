import type { ToPage } from '../../panel/messages';

/**
 * The same message with the figures of all its columns in one buffer. VS Code hands every buffer of a message over as
 * an argument of its own and counts them in one byte: of a record with some thirty subtasks it lost the rest.
 */
export function inOneBuffer(message: ToPage): ToPage {
  let bytes = 0;
  copied(message, (figures) => {
    bytes += room(figures);
    return figures;
  });
  const buffer = new ArrayBuffer(bytes);
  let next = 0;
  return copied(message, (figures) => {
    const at = next;
    next += room(figures);
    return moved(figures, buffer, at);
  }) as ToPage;
}

type Figures = Float64Array | Uint32Array | Uint8Array;

/** In bytes; what comes behind begins where any kind of number may. */
function room({ byteLength }: Figures): number {
  return Math.ceil(byteLength / 8) * 8;
}

function moved(figures: Figures, buffer: ArrayBuffer, at: number): Figures {
  const { length } = figures;
  const there =
    figures instanceof Float64Array
      ? new Float64Array(buffer, at, length)
      : figures instanceof Uint32Array
        ? new Uint32Array(buffer, at, length)
        : new Uint8Array(buffer, at, length);
  there.set(figures);
  return there;
}

function copied(value: unknown, place: (figures: Figures) => Figures): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Float64Array || value instanceof Uint32Array || value instanceof Uint8Array)
    return place(value);
  if (Array.isArray(value))
    return typeof value[0] === 'string' ? value : value.map((one: unknown) => copied(one, place));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copied(one, place)]));
}
