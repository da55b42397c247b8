/** Why a version is not taken, by the contract's word for it. */
import type { BoxUpdateFault } from '@homeport/contract/update.ts'

export class UpdateRefusal extends Error {
  readonly fault: BoxUpdateFault
  constructor(fault: BoxUpdateFault, detail = '') {
    super(`${sentences[fault]}${detail === '' ? '' : ` (${detail})`}`)
    this.fault = fault
  }
}

/** For the log of the box. */
const sentences: Record<BoxUpdateFault, string> = {
  unreachable: 'The channel of updates does not answer',
  unsigned: 'The channel is not signed by the key in HOMEPORT_UPDATES_KEY',
  older: 'The version is not newer than the one that runs',
  damaged: 'The archive is not the one that was signed',
  unsafe: 'The archive holds what does not belong into a version',
  no_space: 'The disk has no room for the version',
  no_parts: 'The parts that the version needs could not be installed',
  no_start: 'The version did not start',
  no_answer: 'The version did not answer after the restart',
}
