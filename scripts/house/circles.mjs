/** Files that import one another in a circle, imports of types counted: Tarjan's strongly connected components. */
export function findCircles(files) {
  const imports = new Map(files.map(({ path, imports: targets }) => [path, targets]));
  const order = new Map();
  const lowest = new Map();
  const open = [];
  const circles = [];

  const visit = (path) => {
    order.set(path, order.size);
    lowest.set(path, order.get(path));
    open.push(path);
    for (const target of imports.get(path)) {
      if (!imports.has(target)) continue;
      if (!order.has(target)) visit(target);
      if (open.includes(target)) lowest.set(path, Math.min(lowest.get(path), lowest.get(target)));
    }
    if (lowest.get(path) !== order.get(path)) return;
    const circle = open.splice(open.indexOf(path));
    if (circle.length > 1 || imports.get(path).includes(path)) circles.push(circle.sort());
  };
  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return circles.sort((a, b) => b.length - a.length);
}
