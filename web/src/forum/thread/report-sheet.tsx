/** Reports a thread or a reply to the moderators. */
import { useMutation } from '@tanstack/react-query'
import { complaintText } from '../../shared/complaint/complaint-text.ts'
import { useText } from '../../kit/lang.ts'
import { ComplaintSheet } from '../../shared/complaint/complaint-sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { reporting, type PostTarget } from '../base/mutations.ts'

export function ReportSheet({ thing, isOpen, onClose }: { thing: PostTarget; isOpen: boolean; onClose: () => void }) {
  const words = useText(complaintText)
  const sending = useMutation(reporting())
  return (
    <ComplaintSheet
      about={`${thing.type} ${thing.id}`}
      isOpen={isOpen}
      onClose={onClose}
      isBusy={sending.isPending}
      send={(complaint, sent) =>
        sending.mutate(
          { ...thing, ...complaint },
          {
            onSuccess() {
              sent()
              onClose()
              toast(words.wasReported)
            },
          },
        )
      }
    />
  )
}
