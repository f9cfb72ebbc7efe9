#!/usr/bin/env node
/** The program of the published package: the commands of merchants. */
import { runProgram } from '../run-program.ts'
import { processTerminal } from '../terminal.ts'
import { merchantProgram } from './program.ts'

const terminal = processTerminal()
process.exitCode = await runProgram(merchantProgram(terminal), process.argv.slice(2), terminal)
