import { Button, Loader, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef, MouseEvent } from 'react';

export interface BusyButtonProps extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** Whether what it began goes on: it does nothing then. */
  readonly isBusy: boolean;
}

/**
 * A button that begins something and shows that it goes on. The focus stays on it meanwhile: a button that is disabled loses the focus,
 * and who works by keyboard would begin anew at the top of the page.
 */
export function BusyButton({ isBusy, leftSection, onClick, ...props }: BusyButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <Button
      {...props}
      {...(isBusy && { 'aria-busy': true, 'aria-disabled': true })}
      leftSection={isBusy ? <Loader size={16} color="currentColor" aria-hidden /> : leftSection}
      onClick={click}
    />
  );
}
