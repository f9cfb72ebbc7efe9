/** The console: a page of one app at every path below /console, its files, its configuration, and the tiles of its map. */
import { defineRoute, type Route } from '@waybill/edge/routing/route'
import type { Console } from './console.ts'
import { mediaTypes } from './content-types.ts'

const common = {
  method: 'GET',
  tag: 'Pages',
  access: { kind: 'anyone', limited: true },
  hidden: true,
} as const

const page = { status: 200, description: 'The page.', contentType: 'text/html' }

export const consoleRoutes: Route<{ console: Console }>[] = [
  defineRoute({
    ...common,
    operationId: 'getConsole',
    path: '/console',
    summary: 'Get the console',
    success: [page],
    handle: ({ headers }, { console }) => console.answer('', headers),
  }),
  defineRoute({
    ...common,
    operationId: 'getConsoleConfig',
    path: '/console/config.json',
    summary: 'Get what the console is to know of this installation',
    success: [{ status: 200, description: 'The configuration.' }],
    handle: async (_call, { console }) => ({
      status: 200,
      body: console.config,
      headers: { 'cache-control': 'no-cache' },
    }),
  }),
  defineRoute({
    ...common,
    operationId: 'getConsoleMapTiles',
    path: '/console/map.pmtiles',
    summary: "Get a range of the tiles of the console's map",
    success: [{ status: 206, description: 'The range.', contentType: 'application/vnd.pmtiles' }],
    handle: ({ headers }, { console }) => console.tiles(headers),
  }),
  defineRoute({
    ...common,
    operationId: 'getConsoleAsset',
    path: '/console/assets/*',
    summary: 'Get a script or style of the console',
    // An office behind one address loads dozens for each person. They come from memory and cost less than to count them.
    access: { kind: 'anyone', limited: false },
    success: [{ ...page, otherContentTypes: mediaTypes }],
    handle: ({ headers, params }, { console }) => console.answer(`assets/${params['*'] ?? ''}`, headers),
  }),
  defineRoute({
    ...common,
    operationId: 'getConsoleFile',
    path: '/console/*',
    summary: 'Get a file of the console, or the page of its app',
    success: [{ ...page, otherContentTypes: mediaTypes }],
    handle: ({ headers, params }, { console }) => console.answer(params['*'] ?? '', headers),
  }),
]
