/** Whether the open page itself asks a guest to sign in. A second question would be refused, and its refusal would close the first. */
import { observable } from '../../kit/observable.ts'

export const isAskedByPage = observable(false)
