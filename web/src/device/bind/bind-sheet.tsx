/** A sheet that binds another box, from the device tab. */
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import { BindForm } from './bind-form.tsx'
import { deviceText } from '../text.ts'

export function BindSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const words = useText(deviceText)
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.add} closeLabel={useText(commonText).close}>
      <p className={textStyles.secondary}>{words.bindText}</p>
      <BindForm done={onClose} />
    </Sheet>
  )
}
