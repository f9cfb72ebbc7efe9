/** Page of /console while its files are missing. */
import { html } from '@waybill/chassis/html/html'
import { page, policyWithScript } from '@waybill/chassis/html/layout'
import { BUILD_STEPS, type BuildStatus } from './build-status.ts'

/** Looks again until the console is there, also over a restart of Waybill. Reloading keeps the fragment, which may be a sign-in link. */
const script = `const look = async () => {
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store', headers: { accept: 'text/html' } })
    if (answer.ok) return location.reload()
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    if (page.querySelector('main')) document.querySelector('main').replaceWith(page.querySelector('main'))
  } catch {}
  setTimeout(look, 2000)
}
setTimeout(look, 2000)`

export const waitingSecurityPolicy = policyWithScript(script)

const BUILD = 'npm run build -- --filter @waybill/console'

/** `status` is null if nobody builds the console. Only a failed build is not worth waiting for. */
export function waitingPage(status: BuildStatus | null): string {
  const navigation = html`<div class="groups"><a href="/docs">API reference</a></div>`
  switch (status?.state) {
    case 'building':
      return page('Waybill is building its console', navigation, building(status), script)
    case 'failed':
      return page('Waybill could not build its console', navigation, failed(status.output))
    case undefined:
      return page('Waybill has no console', navigation, missing, script)
  }
}

const STEP_NAMES = {
  packages: 'installing what builds it',
  downloads: 'packing the SDK and the command line',
  console: 'building the console',
}

const building = ({
  step,
  startedAt,
}: Extract<BuildStatus, { state: 'building' }>) => html`<h1>The console is being built</h1>
<p role="status">This usually takes a minute, once after an update, and longer while the machine has other work. The page opens by
itself. The API already accepts requests.</p>
<p>Step ${BUILD_STEPS.indexOf(step) + 1} of ${BUILD_STEPS.length}: ${STEP_NAMES[step]}. Begun ${elapsed(startedAt)} ago.</p>`

function elapsed(since: string): string {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(since)) / 1000))
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

const missing = html`<h1>The console is not built</h1><p>To build it, run</p><pre>${BUILD}</pre>
<p role="status">The page opens by itself. The API accepts requests.</p>`

const failed = (output: string) => html`<h1>The console could not be built</h1>
<p>The API accepts requests. To build the console again, start Waybill again, or run</p><pre>${BUILD}</pre>
<p>and reload this page. The build ended with:</p><pre>${output}</pre>`
