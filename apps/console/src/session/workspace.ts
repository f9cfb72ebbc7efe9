/** Shared state of an environment's screens: the client of the API, and the cache of its answers. */
import { QueryClient } from '@tanstack/react-query'
import { Waybill } from '@waybill/sdk'
import { createContext, useContext } from 'react'
import { askToConfirm } from './confirmation.ts'
import { reportUnauthenticated } from './session.ts'
import type { Session, SessionEnvironment } from './session-calls.ts'

interface Workspace {
  environment: SessionEnvironment
  api: Waybill
  queryClient: QueryClient
}

const FRESH_MS = 30_000
const KEY = 'waybill.environment'
const workspaces = new Map<string, Workspace>()

/** One per environment, so that no answer of one is ever shown in another. */
export function getWorkspace(environment: SessionEnvironment): Workspace {
  const known = workspaces.get(environment.environment_id)
  if (known) return known
  const workspace = { environment, api: createApi(environment.environment_id), queryClient: createQueryClient() }
  workspaces.set(environment.environment_id, workspace)
  return workspace
}

function createApi(environmentId: string): Waybill {
  return new Waybill({
    session: true,
    environmentId,
    onConfirmationRequired: askToConfirm,
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      if (response.status === 401) reportUnauthenticated()
      return response
    },
  })
}

const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // The SDK retries what can be retried. The event stream refreshes what has changed.
      queries: { retry: false, staleTime: FRESH_MS, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  })

/** The environment of a page: named by its address, else the one used last, else the first. */
export function chooseEnvironment(
  { environments }: Session,
  asked: string | undefined,
): SessionEnvironment | undefined {
  const byId = (id: string | null | undefined) => environments.find(({ environment_id }) => environment_id === id)
  return byId(asked) ?? byId(lastEnvironmentId()) ?? environments[0]
}

function lastEnvironmentId(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function rememberEnvironment(environmentId: string): void {
  try {
    localStorage.setItem(KEY, environmentId)
  } catch {
    // A browser that keeps nothing asks again.
  }
}

export const WorkspaceContext = createContext<Workspace | null>(null)

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext)
  if (workspace === null) throw new Error('This component needs an environment.')
  return workspace
}

/** The client of the API for the environment of the page. For `queries.ts` of a feature: components do not call it. */
export const useApi = (): Waybill => useWorkspace().api
export const useEnvironment = (): SessionEnvironment => useWorkspace().environment

/**
 * Whether the person may do something here, such as `shipments:write`: a role can allow more in test environments. Hide
 * what it does not allow; the API refuses it anyway.
 */
export const useCan = (scope: string): boolean => hasAny(useEnvironment(), [scope])

export const hasAny = ({ scopes }: Pick<SessionEnvironment, 'scopes'>, wanted: readonly string[]): boolean =>
  scopes.some((one) => wanted.includes(one))
