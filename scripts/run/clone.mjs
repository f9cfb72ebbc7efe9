/** Where things are in this clone, and what ends the bootstrap with a message for its user. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** The folder of the Node.js that is installed where the running one is too old. */
export const toolsNode = join(root, 'tools', 'node')

/** Ends the bootstrap with its message, without a stack. */
export class Refusal extends Error {}

export function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

export function readIfPresent(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
