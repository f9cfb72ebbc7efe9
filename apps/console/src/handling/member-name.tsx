import { useMembers } from './actor-name.ts'

/** The name of a member, who may have left. */
export const MemberName = ({ userId }: { userId: string }) => useMembers().toName(userId)
