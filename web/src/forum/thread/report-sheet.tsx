/** Reports a thread or a reply to the moderators. */
import { useMutation } from '@tanstack/react-query'
import { complaintText } from '../../shared/complaint-text.ts'
import { useText } from '../../kit/lang.ts'
import { ComplaintSheet } from '../../shared/complaint-sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { reporting, type PostTarget } from '../base/mutations.ts'

export function ReportSheet({ thing, isOpen, close }: { thing: PostTarget; isOpen: boolean; close: () => void }) {
  const words = useText(complaintText)
  const sending = useMutation(reporting())
  return (
    <ComplaintSheet
      about={`${thing.type} ${thing.id}`}
      isOpen={isOpen}
      close={close}
      isBusy={sending.isPending}
      send={(complaint, sent) =>
        sending.mutate(
          { ...thing, ...complaint },
          {
            onSuccess() {
              sent()
              close()
              toast(words.wasReported)
            },
          },
        )
      }
    />
  )
}
