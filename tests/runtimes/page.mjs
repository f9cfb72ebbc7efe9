/** The script of a page. What it returns is the text of the page. */
import { Waybill } from '@waybill/sdk'
import { walk } from './walk.mjs'

const [apiKey, silentUrl] = [document.body.dataset.token, document.body.dataset.silent]
const options = { baseUrl: location.origin, apiKey, silentUrl }

function withoutConsent() {
  try {
    new Waybill(options)
    return 'no error'
  } catch (error) {
    return error.message
  }
}

try {
  const refused = withoutConsent()
  document.body.textContent = JSON.stringify({
    refused,
    ...(await walk({ ...options, dangerouslyAllowBrowser: true })),
  })
} catch (error) {
  document.body.textContent = `failed: ${error.stack}`
}
document.body.id = 'done'
