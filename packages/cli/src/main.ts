#!/usr/bin/env node
/** The commands of merchants and operators, in a clone and in containers. */
import { run } from './program.ts'
import { processTerminal } from './terminal.ts'

process.exitCode = await run(process.argv.slice(2), processTerminal())
