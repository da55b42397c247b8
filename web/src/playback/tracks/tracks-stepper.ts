/** Steps a value while a button is held, and sends the last one once the finger rests. */

export const holdAfterMs = 400
export const holdEveryMs = 80
export const sendAfterMs = 250

type Later = (ms: number, run: () => void) => () => void
/** show: the value that the finger has reached; null: it has been sent, or refused, and is known elsewhere. send: settles then. */
export type StepTarget = {
  from: number
  by: number
  show: (value: number | null) => void
  send: (value: number) => Promise<unknown>
}
export type Stepper = ReturnType<typeof createStepper>

export function createStepper(later: Later, most: number) {
  /** The value that the finger reached, until it is known elsewhere: a press while it is sent goes on from there. */
  let value: number | null = null
  let presses = 0
  let cancelHold = () => {}
  let cancelSend = () => {}

  function step({ from, by, show, send }: StepTarget): void {
    const next = Math.max(-most, Math.min(most, (value ?? from) + by))
    value = next
    presses += 1
    const press = presses
    show(next)
    cancelSend()
    cancelSend = later(sendAfterMs, () => {
      const settled = () => {
        if (press !== presses) return
        value = null
        show(null)
      }
      send(next).then(settled, settled)
    })
  }

  function hold(target: StepTarget, ms: number): void {
    cancelHold = later(ms, () => {
      step(target)
      hold(target, holdEveryMs)
    })
  }

  return {
    step,
    press(target: StepTarget): void {
      cancelHold()
      step(target)
      hold(target, holdAfterMs)
    },
    release: () => cancelHold(),
  }
}
