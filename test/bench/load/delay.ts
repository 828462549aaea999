import { performance } from 'node:perf_hooks';
import { quantile } from '../row';

/**
 * Measures how long the event loop is busy in each interval of simulated time. An event in an interval waits at most this
 * long, as if all the work of the interval were done in one piece. Uses CPU time of the process if it is less, because
 * other programs may have interrupted the work.
 */
export class LoopTimes {
  private readonly times: number[] = [];
  private before = performance.eventLoopUtilization();
  private processor = process.cpuUsage();

  /** Begins an interval. Work before it isn’t counted. */
  begin(): void {
    this.before = performance.eventLoopUtilization();
    this.processor = process.cpuUsage();
  }

  /** Ends the interval. */
  end(): void {
    const { user, system } = process.cpuUsage(this.processor);
    this.times.push(Math.min(performance.eventLoopUtilization(this.before).active, (user + system) / 1000));
  }

  /** ms */
  get p99(): number {
    return quantile(this.times, 0.99);
  }

  /** ms */
  get longest(): number {
    return this.times.reduce((most, one) => Math.max(most, one), 0);
  }

  /** ms */
  get mean(): number {
    return this.times.reduce((sum, one) => sum + one, 0) / this.times.length;
  }
}
