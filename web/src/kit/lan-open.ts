/** Whether the direct socket to the current box is open: the box is reached, whatever the cloud last knew of it. */
import { derived, observable } from './observable.ts'
import { reach } from './reachability.ts'

export const isLanOpen = observable(false)

/** The cloud is away, and the box is reached in the house. */
export const isDirect = derived([isLanOpen, reach.unreached], () => isLanOpen.get() && reach.unreached.get() === 'cloud')
