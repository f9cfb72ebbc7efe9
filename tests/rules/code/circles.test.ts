/** Folders of a workspace build on each other in one direction. Types count too: who reads them must know both folders. */
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

/**
 * Pairs of folders that import each other, each with its reason. At most three in a workspace.
 */
const known: Readonly<Record<string, readonly string[]>> = {
  // An on-demand shipment is created with its claim, in one statement.
  'apps/shipment': ['claims <-> shipments'],
  // A loop pauses while the database is away, and the database's connections wait by the same back-off.
  'packages/chassis': ['loops <-> postgres'],
  // Values are checked by the helpers with which documents are, and documents consist of values.
  'packages/contracts': ['requests <-> values'],
}

/** The first folder below `src`; null for a file directly in it, which every folder may import and which imports them all. */
function roomIn(path: string, workspace: string): string | null {
  const [room, ...rest] = path.slice(`${workspace}/src/`.length).split('/')
  return rest.length === 0 || room === 'testing' || room === undefined ? null : room
}

/** Pairs of folders that import each other, as `a <-> b`, by workspace. */
function findCircles(): Map<string, string[]> {
  const edges = new Set<string>()
  for (const { path, workspace, imports, isTest } of sourceFiles('{apps,packages}/*/src/**/*.{ts,tsx}')) {
    const from = roomIn(path, workspace)
    if (isTest || from === null) continue
    for (const { from: imported, relative } of imports) {
      const to = relative ? roomIn(imported, workspace) : null
      if (to !== null && to !== from) edges.add(`${workspace} ${from} ${to}`)
    }
  }
  const circles = new Map<string, string[]>()
  for (const edge of edges) {
    const [workspace = '', from = '', to = ''] = edge.split(' ')
    if (from > to || !edges.has(`${workspace} ${to} ${from}`)) continue
    circles.set(workspace, [...(circles.get(workspace) ?? []), `${from} <-> ${to}`].sort())
  }
  return circles
}

test('folders import each other in one direction, but for the pairs listed', () => {
  expect(Object.fromEntries(findCircles())).toEqual(known)
})
