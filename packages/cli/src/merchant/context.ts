/** Shared context of the merchants' commands: the client, and how they print. */
import { Waybill } from '@waybill/sdk'
import type { Command } from 'commander'
import envPaths from 'env-paths'
import type { CliError } from '../cli-error.ts'
import type { Terminal } from '../terminal.ts'
import { explainFailure } from './failures.ts'
import { type Access, findAccess } from './profiles/access.ts'
import type { CommandParts } from './repeat.ts'
import { VERSION } from './version.ts'

/** More patient than a server: a person or a script waits, and the last attempt comes within a quarter of a minute. */
const MAX_RETRIES = 4

interface GlobalOptions {
  json?: boolean
  profile?: string
  /** Seconds. */
  timeout: number
}

export class MerchantContext {
  readonly terminal: Terminal
  /** Folder of the profiles. */
  readonly folder: string
  #access: Access | null = null

  constructor(terminal: Terminal) {
    this.terminal = terminal
    this.folder = terminal.configFolder ?? envPaths('waybill', { suffix: '' }).config
  }

  /** Throws a CliError if nobody is signed in. */
  async access(command: Command): Promise<Access> {
    const { profile } = command.optsWithGlobals<GlobalOptions>()
    this.#access = await findAccess({ env: this.terminal.env, profile, folder: this.folder })
    return this.#access
  }

  /** The client of the profile. */
  async client(command: Command): Promise<Waybill> {
    return this.createClient(await this.access(command), command)
  }

  createClient(access: Access, command: Command): Waybill {
    this.#access = access
    const { apiKey, baseUrl } = access
    const timeoutMs = command.optsWithGlobals<GlobalOptions>().timeout * 1_000
    return new Waybill({
      apiKey,
      baseUrl,
      timeoutMs,
      maxRetries: MAX_RETRIES,
      headers: { 'user-agent': `waybill-cli/${VERSION}` },
    })
  }

  /** `repeat`: the command that repeats a change which may have been made. */
  explain(error: unknown, repeat?: CommandParts): CliError | null {
    return explainFailure(error, { access: this.#access, repeat })
  }

  /** The change, whose failure names the command that repeats it. */
  async change<T>(repeat: CommandParts, change: PromiseLike<T>): Promise<T> {
    try {
      return await change
    } catch (error) {
      throw this.explain(error, repeat) ?? error
    }
  }

  /** A document: as text for people, as JSON with --json. */
  show<T>(command: Command, data: T, text: (data: T) => string): void {
    this.terminal.out(isJson(command) ? `${JSON.stringify(data, null, 2)}\n` : text(data))
  }

  /** A list: a table for people, a line of JSON for each entry with --json. */
  showList<T>(command: Command, entries: readonly T[], text: (entries: readonly T[]) => string): void {
    if (!isJson(command)) this.terminal.out(text(entries))
    else for (const entry of entries) this.terminal.out(`${JSON.stringify(entry)}\n`)
  }

  /** For people alone, beside what the command prints. */
  note(command: Command, text: string): void {
    if (!isJson(command)) this.terminal.err(`${text}\n`)
  }
}

export const isJson = (command: Command): boolean => command.optsWithGlobals<GlobalOptions>().json === true
