// Counts the processor time of a command with everything that it starts. A parent's own times leave out what a
// browser's processes use, so the kernel's control groups count.

import { existsSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where the kernel shows its groups: the first version has a tree for each matter, the second has one. */
const TREES = [
  { mount: '/sys/fs/cgroup/cpuacct', line: /^\d+:(?:[^:]*,)?cpuacct(?:,[^:]*)?:(.*)$/m },
  { mount: '/sys/fs/cgroup', line: /^0::(.*)$/m },
];

export class CpuGroup {
  #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** @returns null where the system has no groups, or lets nobody make one */
  static create(name: string): CpuGroup | null {
    for (const { mount, line } of TREES) {
      try {
        const own = line.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1];
        if (own === undefined || !existsSync(join(mount, own, 'cgroup.procs'))) continue;
        const group = new CpuGroup(join(mount, own, `tracklight-${name}`));
        mkdirSync(group.#path);
        group.#seconds();
        return group;
      } catch {
        // The next one may do.
      }
    }
    return null;
  }

  /** The command that runs another one in the group. */
  wrap(command: string[]): string[] {
    return ['sh', '-c', 'echo $$ > "$0" && exec "$@"', join(this.#path, 'cgroup.procs'), ...command];
  }

  /** Removes the group. @returns processor time used, in seconds */
  end(): number {
    const seconds = this.#seconds();
    try {
      rmdirSync(this.#path);
    } catch {
      // A process that outlives its command keeps it.
    }
    return seconds;
  }

  #seconds(): number {
    const first = join(this.#path, 'cpuacct.usage');
    if (existsSync(first)) return Number(readFileSync(first, 'utf8')) / 1e9;
    const usage = /^usage_usec (\d+)$/m.exec(readFileSync(join(this.#path, 'cpu.stat'), 'utf8'))?.[1];
    return Number(usage) / 1e6;
  }
}
