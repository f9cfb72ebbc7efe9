/** Page of /console while its files are missing. */
import { html } from '@waybill/chassis/html/html'
import { page, policyWithScript } from '@waybill/chassis/html/layout'
import type { BuildStatus } from './build-status.ts'

/** Reloading keeps the fragment of the URL, which may hold a sign-in link. */
const script = 'setTimeout(() => location.reload(), 2000)'

export const waitingSecurityPolicy = policyWithScript(script)

const BUILD = 'npm run build -- --filter @waybill/console'

/** `status` is null if nobody builds the console. Only a failed build is not worth waiting for. */
export function waitingPage(status: BuildStatus | null): string {
  const navigation = html`<div class="groups"><a href="/docs">API reference</a></div>`
  switch (status?.state) {
    case 'building':
      return page('Waybill is building its console', navigation, building, script)
    case 'failed':
      return page('Waybill could not build its console', navigation, failed(status.output))
    case undefined:
      return page('Waybill has no console', navigation, missing, script)
  }
}

const building = html`<h1>The console is being built</h1>
<p role="status">This takes up to a minute, once after each update. The page opens by itself. The API already accepts
requests.</p>`

const missing = html`<h1>The console is not built</h1><p>To build it, run</p><pre>${BUILD}</pre>
<p role="status">The page opens by itself. The API accepts requests.</p>`

const failed = (output: string) => html`<h1>The console could not be built</h1>
<p>The API accepts requests. To build the console again, start Waybill again, or run</p><pre>${BUILD}</pre>
<p>and reload this page. The build ended with:</p><pre>${output}</pre>`
