import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'

/** The files of a screen cannot be loaded now: nothing answers. */
export class ScreenUnavailable extends Error {
  override name = 'ScreenUnavailable'
  constructor(options?: ErrorOptions) {
    super('The screen is not loaded, and Waybill does not answer.', options)
  }
}

/**
 * A screen whose files are loaded when it is opened. The router loads the page anew if a file is missing, which helps after an
 * update of Waybill; without a connection it would end the console, so then the screen fails by itself and can be tried again.
 */
export function lazyScreen<T extends Record<string, unknown>, K extends keyof T & string>(
  load: () => Promise<T>,
  name: K,
): AsyncRouteComponent<T[K] extends (props: infer Props) => unknown ? Props : never> {
  const loadOrExplain = async () => {
    try {
      return await load()
    } catch (error) {
      if (await isReachable()) throw error
      throw new ScreenUnavailable({ cause: error })
    }
  }
  return lazyRouteComponent(loadOrExplain, name) as never
}

const isReachable = (): Promise<boolean> =>
  fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
