/**
 * Finds groups of nodes that reach one another, and nodes that reach themselves (Tarjan's strongly connected
 * components).
 */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  const visit = (node: string): number => {
    const index = order.size;
    order.set(node, index);
    stack.push(node);
    let lowest = index;
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, low.get(next) ?? order.get(next) ?? lowest);
    }
    low.set(node, lowest);
    if (lowest === index) {
      const group = stack.splice(stack.indexOf(node));
      if (group.length > 1 || edges.get(node)?.includes(node)) cycles.push(group);
    }
    return lowest;
  };

  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return cycles;
}
