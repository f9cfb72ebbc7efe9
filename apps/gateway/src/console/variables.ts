import type { ConfigValues } from '@waybill/chassis/config/config'
import type { ConsoleOptions } from './console.ts'

/** Variables about the console, of every process that serves it. */
export const consoleVariables = {
  CONSOLE_DIR: {
    type: 'string',
    default: null,
    description: 'Folder of the built console. Default: apps/console/dist of this installation.',
  },
  CONSOLE_MAP_TILES: {
    type: 'file',
    default: null,
    description:
      'Map of the console, as a file in the format PMTiles with the schema of Protomaps. Without it, maps show a plain ground.',
  },
  CONSOLE_DEV_SERVER: {
    type: 'url',
    default: null,
    description: 'For development: origin of a Vite server, to which /console redirects.',
  },
} as const

export const consoleOptions = (config: ConfigValues<typeof consoleVariables>): ConsoleOptions => ({
  directory: config.CONSOLE_DIR,
  mapTiles: config.CONSOLE_MAP_TILES,
  devServer: config.CONSOLE_DEV_SERVER,
})
