/** What /console shows while its files are missing. */
import { html } from '../pages/html.ts'
import { page, policyWithScript } from '../pages/layout.ts'
import type { BuildStatus } from './build-status.ts'

/** Reloading keeps the fragment of the URL, which may hold a sign-in link. */
const script = 'setTimeout(() => location.reload(), 2000)'

export const waitingSecurityPolicy = policyWithScript(script)

const BUILD = 'npm run build -w @waybill/console'

/** `status` is null if nobody builds the console. */
export function waitingPage(status: BuildStatus | null): string {
  const navigation = html`<div class="groups"><a href="/docs">API reference</a></div>`
  if (status?.state === 'building') {
    const content = html`<h1>The console is being built</h1>
<p role="status">This takes about half a minute, once after each update. The page opens by itself. The API already accepts
requests.</p>`
    return page('Waybill is building its console', navigation, content, script)
  }
  const content =
    status === null
      ? html`<h1>The console is not built</h1><p>Build it, and reload this page:</p><pre>${BUILD}</pre>`
      : html`<h1>The console could not be built</h1><p>The API accepts requests. To build the console again, run</p>
<pre>${BUILD}</pre><p>or start Waybill again. The build ended with:</p><pre>${status.output}</pre>`
  return page('Waybill has no console', navigation, content)
}
