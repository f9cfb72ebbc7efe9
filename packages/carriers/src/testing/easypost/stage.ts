import { createEasyPostAdapter } from '../../adapters/easypost/adapter.ts'
import { stageAdapter } from '../adapter-stage.ts'
import { type EasyPostServer, startEasyPostServer } from './server.ts'
import { withCredentials } from './test-carrier.ts'

export const stageEasyPost = () =>
  stageAdapter<EasyPostServer>({
    start: () => startEasyPostServer(),
    createAdapter: createEasyPostAdapter,
    connect: (server, account) => withCredentials(server, { ...account, endpoint: server.url }),
    serviceCode: 'usps.priority',
  })

/** The body of an error. */
export const error = (code: string, message: string, errors: unknown[] = []) =>
  JSON.stringify({ error: { code, message, errors } })
