import { Toast } from '@base-ui/react/toast'
import type { ReactNode } from 'react'

const manager = Toast.createToastManager()

const TIMEOUT_MS = 4_000
/** Time to notice a mistake and reach the button by keyboard (F6). */
const ACTION_TIMEOUT_MS = 12_000

interface ToastAction {
  label: string
  run: () => void
}

/** Id of the toast whose action is offered. */
let toastWithAction: string | undefined

/** Shows a toast, longer if it has an action. A toast closes the previous one that has an action. */
export function showToast(message: string, action?: ToastAction): void {
  if (toastWithAction !== undefined) manager.close(toastWithAction)
  if (!action) return void manager.add({ title: message, timeout: TIMEOUT_MS })
  const run = () => {
    manager.close(id)
    action.run()
  }
  const actionProps = { children: action.label, onClick: run }
  const id = manager.add({ title: message, timeout: ACTION_TIMEOUT_MS, actionProps })
  toastWithAction = id
}

export const Toasts = ({ children }: { children: ReactNode }) => (
  <Toast.Provider toastManager={manager} limit={2}>
    {children}
    <Toast.Portal>
      <Toast.Viewport className="toasts">
        <ToastList />
      </Toast.Viewport>
    </Toast.Portal>
  </Toast.Provider>
)

function ToastList() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast">
      <Toast.Title render={<p />} />
      {toast.actionProps && <Toast.Action className="toast-action" />}
    </Toast.Root>
  ))
}
