/** Pure: what an endpoint can ask for: everything, a family of events, one type. What it already asks for is among them. */
export function eventChoices(types: readonly string[], chosen: readonly string[]): string[] {
  const families = new Map<string, string[]>()
  for (const type of types) {
    const family = `${type.split('.')[0]}.*`
    families.set(family, [...(families.get(family) ?? []), type])
  }
  const known = [...families].flatMap(([family, members]) => (members.length > 1 ? [family, ...members] : members))
  return [...new Set(['*', ...known, ...chosen])]
}
