/** Opens the add sheet with what another app shared, or for the shortcut "Add a download" (?add=1). */
import type { Device } from '@homeport/contract/device.ts'
import { useEffect, useEffectEvent } from 'react'
import { rewriteAddress, useQueryValue } from '../../kit/nav/nav.ts'
import { useObservable } from '../../kit/observable.ts'
import { sharedInput } from '../../kit/shell/shared-input.ts'
import { addLinks } from './use-new-links.ts'

export function useSharedInput(device: Device, takeTorrents: (files: readonly File[]) => void, open: () => void): void {
  const input = useObservable(sharedInput)
  const isShortcut = useQueryValue('add') === '1'
  const take = useEffectEvent((shared: typeof input, isAdding: boolean) => {
    if (!shared && !isAdding) return
    if (isAdding) rewriteAddress('/pages/device/download/list')
    if (shared?.text) addLinks(device, shared.text)
    if (shared && shared.files.length > 0) takeTorrents(shared.files)
    sharedInput.set(null)
    open()
  })
  useEffect(() => take(input, isShortcut), [input, isShortcut])
}
