/** Problems that axe finds on a page that nothing lays out or paints: names, roles, labels and their relations. Colours are for Chromium. */
import axe from 'axe-core'

const OPTIONS: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: {
    'color-contrast': { enabled: false },
    'target-size': { enabled: false },
    // The menu at the side and the bar of a phone are both in the document; the style sheet shows one of them.
    'landmark-unique': { enabled: false },
  },
}

/** Violations of WCAG 2.2 AA, one line each. */
export async function findViolations(): Promise<string[]> {
  const { violations } = await axe.run(document, OPTIONS)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  )
}
