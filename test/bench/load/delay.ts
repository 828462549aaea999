import { performance } from 'node:perf_hooks';
import { quantile } from '../row';

/**
 * How long the event loop was at work in each stretch of simulated time. What comes in a stretch waits at most so
 * long: as if all the work of the stretch were done in one blow. Where the machine has given the time to others, the
 * processor time of the whole process counts, which bounds it as well.
 */
export class LoopTimes {
  private readonly times: number[] = [];
  private before = performance.eventLoopUtilization();
  private processor = process.cpuUsage();

  /** A stretch begins; what was done before counts for none. */
  begin(): void {
    this.before = performance.eventLoopUtilization();
    this.processor = process.cpuUsage();
  }

  /** The stretch ends. */
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
