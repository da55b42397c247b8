/** Asks a guest to sign in before actions for signed-in users (spec 6), by the same failure handler as a refused call. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { useMutation } from '@tanstack/react-query'
import { Failure } from './failure.ts'
import { useSession } from './session.ts'

/** Runs the callback, or asks to sign in. */
export function useNeedLogin(): (go: () => void) => void {
  const { token } = useSession()
  const refused = useMutation({ mutationFn: () => Promise.reject(new Failure('session', { code: Code.noToken })) })
  return (go) => (token === '' ? refused.mutate() : go())
}
