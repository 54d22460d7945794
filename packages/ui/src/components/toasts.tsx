import { Toast } from '@base-ui/react/toast'
import type { ReactNode } from 'react'

const manager = Toast.createToastManager()

/** Shows a short message for four seconds. Screen readers announce it. */
export const showToast = (message: string): void => void manager.add({ title: message, timeout: 4000 })

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
    </Toast.Root>
  ))
}
