/** The parts of a browser that jsdom lacks, for component tests: it lays nothing out, so that every element has one size. */
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { closeScreen } from './screen.tsx'

const WIDTH_PX = 1_280
const HEIGHT_PX = 800

class EverySize {
  readonly #report: ResizeObserverCallback
  constructor(report: ResizeObserverCallback) {
    this.#report = report
  }
  observe(target: Element): void {
    const contentRect = new DOMRect(0, 0, WIDTH_PX, HEIGHT_PX)
    this.#report([{ target, contentRect } as unknown as ResizeObserverEntry], this as unknown as ResizeObserver)
  }
  unobserve(): void {}
  disconnect(): void {}
}

class NothingInView {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

function define(target: object, properties: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(properties))
    Object.defineProperty(target, name, { configurable: true, writable: true, value })
}

// The window of the document is another object than the globals of a test.
for (const target of [globalThis, document.defaultView ?? window])
  define(target, { ResizeObserver: EverySize, IntersectionObserver: NothingInView })
define(window, {
  innerWidth: WIDTH_PX,
  innerHeight: HEIGHT_PX,
  scrollTo() {},
  matchMedia: (media: string) => Object.assign(new EventTarget(), { media, matches: false }),
})
define(Element.prototype, {
  scrollIntoView() {},
  scrollTo() {},
  hasPointerCapture: () => false,
  setPointerCapture() {},
  releasePointerCapture() {},
  getAnimations: () => [],
})
define(HTMLCanvasElement.prototype, { getContext: () => null })
define(HTMLElement.prototype, { offsetWidth: WIDTH_PX, offsetHeight: HEIGHT_PX })
define(Element.prototype, { clientWidth: WIDTH_PX, clientHeight: HEIGHT_PX })
define(URL, { createObjectURL: () => 'blob:0', revokeObjectURL() {} })
define(navigator, { languages: ['en-GB'], language: 'en-GB' })

configure({ asyncUtilTimeout: 20_000 })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  closeScreen()
})
