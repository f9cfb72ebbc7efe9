/** Pure: the colours of the tracking page in the preview, as the page computes them. */

/** As in the style of the page. `card` is the background of the text. */
export const pageColors = {
  light: {
    text: '#17202b',
    soft: '#5b6675',
    line: '#d9dfe6',
    back: '#f3f5f8',
    card: '#ffffff',
    accent: '#0b6bcb',
  },
  dark: {
    text: '#e6ebf1',
    soft: '#9aa6b5',
    line: '#2d3743',
    back: '#0e1318',
    card: '#171e26',
    accent: '#6cb2f5',
  },
} as const
export type PageTheme = keyof typeof pageColors

/** Minimum contrast of text below 24 px: WCAG 2.2, success criterion 1.4.3. */
const LEAST_CONTRAST = 4.5
const STEPS = 20

/** The accent of a page: the merchant's, on the dark page with as much white as makes it readable; Waybill's without one. */
export function accentOn(theme: PageTheme, color: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return pageColors[theme].accent
  if (theme === 'light') return color.toLowerCase()
  for (let step = 0; step < STEPS; step += 1) {
    const lighter = mixedWithWhite(color.toLowerCase(), step / STEPS)
    if (computeContrast(lighter, pageColors.dark.card) >= LEAST_CONTRAST) return lighter
  }
  return '#ffffff'
}

/** From 1 to 21, of two colours `#rrggbb`. Source: WCAG 2.2, "contrast ratio". */
export function computeContrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [computeLuminance(one), computeLuminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const splitChannels = (color: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))

const mixedWithWhite = (color: string, share: number): string =>
  `#${splitChannels(color)
    .map((channel) =>
      Math.round(channel + (255 - channel) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Source: WCAG 2.2, "relative luminance". */
function computeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = splitChannels(color).map((channel) => {
    const share = channel / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
