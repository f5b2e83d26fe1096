// What the benchmarks share: the machines, and how times are put together.

/** A ring of agent-free states around one context of four fields, without limits that a benchmark would meet. */
export const ring = (nodes: number) =>
  [
    'machine "Ring" { maxSteps: 100000000; maxNodeInvocations: 100000000 }',
    'context C { n: 0; a: 1; b: "x"; c: true }',
    ...Array.from({ length: nodes }, (_, i) => `state s${i}`),
    ...Array.from({ length: nodes }, (_, i) => `s${i} -> s${(i + 1) % nodes}`),
    's0 -writes-> C',
  ].join('\n');

/** The machine of `benches/scale.rs`: steps in boxes of nine, every fourth one a task whose prompt has templates. */
export function large(nodes: number, edges: number) {
  const lines = ['machine "Scale" { speed: 3 }', 'context Store { level<number>: 1; name: "x" }'];
  const steps = Math.floor(((nodes - 1) * 9) / 10);
  const box = (step: number) => Math.floor(step / 9);
  for (let step = 0; step < steps; step++) {
    if (step % 9 === 0) lines.push(`box${box(step)} "Box" {`);
    lines.push(
      step % 4 === 0
        ? `  task n${step} "Step **${step}**" { prompt: "Use {{ Store.level }} of {{ Store.name }}, ` +
            `{{ visits }} times"; size: ${step} }`
        : `  state n${step} "Step ${step}"`,
    );
    if (step % 9 === 8 || step + 1 === steps) lines.push('}');
  }
  const name = (step: number) => `box${box(step)}.n${step}`;
  for (let edge = 0; edge < edges; edge++) {
    const source = edge % steps;
    const target = edge < steps ? (source + 1) % steps : (source * 7 + edge) % steps;
    if (edge % 10 === 3) lines.push(`${name(source)} -when: "Store.level > ${edge}"-> ${name(target)}`);
    else if (edge % 10 === 7) lines.push(`${name(source)} -reads-> Store`);
    else lines.push(`${name(source)} -"go ${edge}"-> ${name(target)}`);
  }
  return lines.join('\n');
}

/** The least of several times, in milliseconds: what the machine can do when it is not disturbed. */
export function best(times: number, act: () => unknown) {
  let least = Infinity;
  for (let i = 0; i < times; i++) {
    const from = performance.now();
    act();
    least = Math.min(least, performance.now() - from);
  }
  return least;
}

/** The middle one of several numbers. */
export const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
