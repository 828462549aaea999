import { EventEmitter } from 'node:events';
import http from 'node:http';
import https from 'node:https';

/** The data of an event exceeds the limit. The error has the same code as that of `ws`. */
class EventTooLarge extends Error {
  readonly code = 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
}

/** The stream contains too much text that isn't data, such as endless comments. */
class TooMuchIgnored extends Error {}

/** Splits a stream of server-sent events (HTML Living Standard, section 9.2) into the data of each event. */
export class EventStreamReader {
  private line = '';
  private data: string[] = [];
  /** length of `data`, in UTF-16 units */
  private length = 0;
  private isFirst = true;
  /** length of the ignored lines since `ignoredSince` and the last event, in UTF-16 units */
  private ignored = 0;
  /** ms of `now` */
  private ignoredSince: number;
  /** The last text ended with CR, so an LF at the beginning of the next one belongs to the same line break. */
  private endsWithCr = false;

  /** `limit`: maximum length of the data of an event, in UTF-16 units. `now`: ms of a steady clock */
  constructor(
    private readonly limit: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.ignoredSince = now();
  }

  /**
   * Reads more text, and returns the data of all complete events. Throws if an event exceeds the limit, or if a minute
   * contains more than `MAX_IGNORED_LENGTH` without an event.
   */
  read(received: string): readonly string[] {
    if (received === '') return [];
    if (this.now() - this.ignoredSince > IGNORED_PERIOD_MS) this.resetIgnored();
    let text = this.endsWithCr && received.startsWith('\n') ? received.slice(1) : received;
    this.endsWithCr = received.endsWith('\r');
    if (this.isFirst) text = text.replace(/^\ufeff/, '');
    this.isFirst = false;
    const events: string[] = [];
    let start = 0;
    for (const { 0: lineBreak, index } of text.matchAll(/\r\n|\n|\r/g)) {
      const event = this.readLine(this.line + text.slice(start, index));
      if (event !== null) {
        events.push(event);
        this.resetIgnored();
      }
      this.line = '';
      start = index + lineBreak.length;
    }
    this.line += text.slice(start);
    if (this.length + this.line.length > this.limit) throw new EventTooLarge();
    return events;
  }

  private ignore(length: number): void {
    this.ignored += length;
    if (this.ignored > MAX_IGNORED_LENGTH) throw new TooMuchIgnored();
  }

  private resetIgnored(): void {
    this.ignored = 0;
    this.ignoredSince = this.now();
  }

  /** Returns the data of the event that an empty line ends. Null: another line, or no data. */
  private readLine(line: string): string | null {
    if (line === '') {
      const event = this.data.length === 0 ? null : this.data.join('\n');
      if (event === null) this.ignore(1);
      this.data = [];
      this.length = 0;
      return event;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? [];
    if (field !== 'data') {
      this.ignore(line.length + 1);
      return null;
    }
    this.data.push(value);
    this.length += value.length + 1;
    if (this.length > this.limit) throw new EventTooLarge();
    return null;
  }
}

/** Maximum length of comments and other ignored lines in a period without an event, in UTF-16 units. */
const MAX_IGNORED_LENGTH = 64 * 1024;
const IGNORED_PERIOD_MS = 60_000;

interface EventStreamOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** ms until the response must begin */
  readonly handshakeTimeout: number;
  /** maximum size of an event, bytes */
  readonly maxPayload: number;
}

/** Interval of TCP keep-alive probes, ms. They detect a dead connection, because judges need not send anything. */
const KEEP_ALIVE_MS = 30_000;

/** Receives server-sent events. Has the events and methods of the class of `ws`, and can't send anything. */
export class EventStreamSocket extends EventEmitter {
  readonly bufferedAmount = 0;
  private readonly request: http.ClientRequest;
  private readonly timer: ReturnType<typeof setTimeout>;
  private response: http.IncomingMessage | null = null;
  private isClosed = false;

  constructor(url: URL, { headers, handshakeTimeout, maxPayload }: EventStreamOptions) {
    super();
    this.request = (url.protocol === 'https:' ? https : http).request(url, {
      headers: {
        ...headers,
        Accept: 'text/event-stream',
        'Accept-Encoding': 'identity',
        'Cache-Control': 'no-store',
      },
    });
    this.timer = setTimeout(
      // the message of `ws`
      () => this.request.destroy(new Error('Opening handshake has timed out')),
      handshakeTimeout,
    );
    this.request.on('socket', (socket) => socket.setKeepAlive(true, KEEP_ALIVE_MS));
    this.request.on('response', (response) => this.onResponse(response, maxPayload));
    this.request.on('error', (error) => this.fail(error));
    this.request.on('close', this.onRequestClosed);
    this.request.end();
  }

  get isPaused(): boolean {
    return this.response?.isPaused() ?? false;
  }

  pause(): void {
    this.response?.pause();
  }

  resume(): void {
    this.response?.resume();
  }

  /** Does nothing, because the judge can't be pinged. */
  ping(): void {}

  /** Does nothing: the judge can't receive anything. */
  send(): void {}

  close(code: number): void {
    this.request.destroy();
    this.closed(code);
  }

  terminate(): void {
    this.close(1006);
  }

  private readonly onRequestClosed = (): void => this.closed(1006);

  private onResponse(response: http.IncomingMessage, limit: number): void {
    clearTimeout(this.timer);
    const isStream = /^text\/event-stream\b/i.test(response.headers['content-type'] ?? '');
    if (response.statusCode !== 200 || !isStream) {
      // the rejection is reported instead, when its body has been read
      this.request.off('close', this.onRequestClosed);
      this.emit('unexpected-response', this.request, response);
      return;
    }
    this.response = response;
    const reader = new EventStreamReader(limit);
    // the end of the response also closes the request, which is reported
    response.on('error', () => undefined);
    response.on('close', () => this.closed(1006));
    this.emit('open');
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.read(reader, text));
  }

  private read(reader: EventStreamReader, text: string): void {
    try {
      for (const event of reader.read(text)) this.emit('message', Buffer.from(event), false);
    } catch (error) {
      if (error instanceof TooMuchIgnored) {
        // like a dropped connection, so the next one is opened after a pause
        this.terminate();
        return;
      }
      if (!(error instanceof EventTooLarge)) throw error;
      this.fail(error);
      this.request.destroy();
    }
  }

  private fail(error: Error): void {
    if (!this.isClosed) this.emit('error', error);
  }

  private closed(code: number): void {
    if (this.isClosed) return;
    this.isClosed = true;
    clearTimeout(this.timer);
    // callers register their listener first
    queueMicrotask(() => this.emit('close', code));
  }
}
