import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { guideNames } from '../openapi/guide-names.ts'
import { guidePage, guideText, pageNames, receiverNames, receiverText, renderGuide } from './guides.ts'
import { siteScript } from './site-script.ts'

const repository = new URL('../../../../', import.meta.url)
const pages = pageNames.map((name) => [name, guidePage(name)] as const)
const anchorsIn = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map(([, anchor]) => anchor)

test.each(pages)(
  'the guide %s runs only the script of the site, loads nothing and has its navigation',
  (_name, page) => {
    expect(page.replace(`<script>${siteScript}</script>`, '')).not.toMatch(/<(?:img|iframe|script)\b|style="|onclick="/)
    expect(page).toContain('aria-current="page"')
    for (const name of guideNames) expect(page).toContain(`href="/docs/${name}"`)
  },
)

test.each(guideNames)('links within and between guides lead to headings that exist: %s', (name) => {
  const content = renderGuide(name).content.text
  for (const [, target = '', anchor = ''] of content.matchAll(/href="(?:\/docs\/([a-z-]+))?(?:#([^"]+))?"/g)) {
    const page = target === '' ? content : renderGuide(target as (typeof guideNames)[number]).content.text
    if (anchor !== '') expect(anchorsIn(page), `${target}#${anchor}`).toContain(anchor)
  }
})

test('the guide to webhooks links every example receiver', () => {
  const links = [...guidePage('webhooks').matchAll(/href="\/docs\/receivers\/([^"]+)"/g)].map(([, name]) => name)
  expect(links.sort()).toEqual([...receiverNames].sort())
  for (const name of receiverNames) expect(receiverText(name)).toContain('verify')
})

test('no guide builds or packs in the clone, or installs a file: the packages come from the Waybill that serves the guide', () => {
  const commands = guideNames.flatMap((name) =>
    guideText(name)
      .split('\n')
      .filter((line) => /\bnpm |\bnpx /.test(line)),
  )
  const ours = commands.filter((line) => line.includes('waybill-') && line.includes('.tgz'))
  expect(ours.length).toBeGreaterThan(1)
  for (const line of ours) expect(line).toContain('/downloads/waybill-')
  expect(commands.filter((line) => /npm (?:run build|pack)/.test(line))).toEqual([])
})

test('headings have distinct anchors', () => {
  for (const name of guideNames) {
    const anchors = anchorsIn(renderGuide(name).content.text)
    expect(new Set(anchors).size, name).toBe(anchors.length)
  }
})

test('the guide to testing has every magic value of the simulator, and no other', () => {
  const valuesIn = (path: string) =>
    [...new Set(readFileSync(new URL(path, repository), 'utf8').match(/\bSIM-[A-Z0-9-]+/g))].sort()
  expect(valuesIn('docs/guides/testing.md')).toEqual(valuesIn('apps/simulator/README.md'))
})

test('a pickup location of one guide is not the pickup of another, whose times it would change', () => {
  const texts = guideNames.map((name) => readFileSync(new URL(`docs/guides/${name}.md`, repository), 'utf8'))
  const streets = (pattern: RegExp) => texts.flatMap((text) => [...text.matchAll(pattern)].map(([, street]) => street))
  const locations = streets(/\/pickup-locations -d '\{.*?"address_line_1": "([^"]+)"/gs)
  const pickups = streets(/"pickup_address": .*?"address_line_1": "([^"]+)"/g)
  expect(locations.length * pickups.length).toBeGreaterThan(0)
  expect(locations.filter((street) => pickups.includes(street))).toEqual([])
})
