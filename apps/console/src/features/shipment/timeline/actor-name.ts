import { useQuery } from '@tanstack/react-query'
import { useApi, useCan } from '../../../session/workspace.ts'
import { actorQueries } from './queries.ts'

/** The member or the API key that made a call, by name; undefined: it is not known, or the role may not read it. */
export function useActorName(actorId: string): string | undefined {
  const queries = actorQueries(useApi())
  const isMember = actorId.startsWith('usr_')
  const [mayReadMembers, mayReadKeys] = [useCan('team:read'), useCan('api_keys:read')]
  const members = useQuery({ ...queries.members(), enabled: isMember && mayReadMembers })
  const keys = useQuery({ ...queries.keys(), enabled: !isMember && mayReadKeys })
  if (isMember) {
    const member = members.data?.find(({ user_id }) => user_id === actorId)
    return member && (member.name || member.email)
  }
  return keys.data?.find(({ key_id }) => key_id === actorId)?.name
}
