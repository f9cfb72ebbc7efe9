import { cpSync, globSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** Copies the sources of this clone into an empty folder, so that a test can save files. The packages are shared. */
export function copyClone(target: string): void {
  for (const entry of readdirSync(root)) {
    if (/^(node_modules|\.git|\.waybill|\.turbo|coverage|tools)$/.test(entry)) continue
    const isSource = (path: string) => !/(^|[\\/])(node_modules|\.turbo|reports|dist|\.unfinished-[^\\/]*)$/.test(path)
    cpSync(join(root, entry), join(target, entry), { recursive: true, filter: isSource })
  }
  mkdirSync(join(target, 'node_modules/@waybill'), { recursive: true })
  for (const entry of readdirSync(join(root, 'node_modules'))) {
    if (entry === '@waybill' || entry === '.cache') continue
    symlinkSync(join(root, 'node_modules', entry), join(target, 'node_modules', entry))
  }
  for (const folder of globSync('{apps,packages}/*', { cwd: target }))
    symlinkSync(join(target, folder), join(target, 'node_modules/@waybill', folder.split(/[\\/]/)[1] ?? ''))
  for (const modules of globSync('{apps,packages}/*/node_modules', { cwd: root }))
    symlinkSync(join(root, modules), join(target, modules))
}
