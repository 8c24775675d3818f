/** A form that one act sends: faults stand at their fields, and what was typed is not lost unasked. */
import { Button, Group, Stack } from '@mantine/core';
import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ConsoleOperationId } from '../../../desk/contract/operations.gen.ts';
import { type Action, type ApiError, refresh, useAction } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { focusFirstError, showFieldErrors } from '../page/failure.ts';
import { useKeepTyped } from '../page/leave.tsx';
import { ActionFailed, succeeded } from '../page/states.tsx';

type Form<Values extends object> = UseFormReturnType<Values>;

interface SentForm<Values extends object, More extends readonly unknown[] = []> {
  readonly form: Form<Values>;
  readonly action: Action<[Values, ...More]>;
  readonly disabled: boolean;
  /** Sends what is typed, or goes to the first field that is wrong. */
  readonly submit: (...more: More) => ReturnType<Form<Values>['onSubmit']>;
  /** The properties of a field. */
  readonly field: Form<Values>['getInputProps'];
}

interface Options<Values extends object> {
  /** Said in a toast once it is sent. */
  readonly done?: string;
  /** What it changes: read again where it is shown. */
  readonly changes?: readonly ConsoleOperationId[];
  /** What follows a refusal, besides the faults at the fields. */
  readonly onError?: (error: ApiError, form: Form<Values>) => void;
  /** Whether the fields may only be read. */
  readonly disabled?: boolean;
}

/** @param send resolves to what is stored now, where the form goes on with it */
export function useActionForm<Values extends object, More extends readonly unknown[] = []>(
  input: UseFormInput<Values>,
  // biome-ignore lint/suspicious/noConfusingVoidType: most resolve to nothing
  send: (values: Values, form: Form<Values>, ...more: More) => Promise<Values | void>,
  { done, changes = [], onError, disabled = false }: Options<Values> = {},
): SentForm<Values, More> {
  const text = useText();
  const form = useForm<Values>(input);
  const action = useAction(
    async (values: Values, ...more: More) => {
      const stored = await send(values, form, ...more);
      if (stored) {
        form.setInitialValues(stored);
        form.setValues(stored);
      }
      if (done) succeeded(done);
      await refresh(...changes);
    },
    (error) => {
      showFieldErrors(form, error, text);
      onError?.(error, form);
    },
  );
  return {
    ...{ form, action, disabled },
    submit: (...more) => form.onSubmit((values) => void action.run(values, ...more), focusFirstError(form)),
    field: (...field) => ({ disabled, ...form.getInputProps(...field) }),
  };
}

/** A part of its own, since its words are not there on the pages before signing in. */
function TypedKept({ isTyped, isSaving }: { isTyped: boolean; isSaving: boolean }) {
  return useKeepTyped(isTyped, isSaving).dialog;
}

export function ActionForm<Values extends object>({
  of: { form, action, disabled, submit },
  saves,
  close,
  keeps = saves !== undefined,
  gap = 'md',
  className,
  children,
}: {
  of: SentForm<Values>;
  /** It changes what is stored, and saves that or goes back to it; where a screen has two such forms, in words of its own. */
  saves?: true | string;
  /** Of a form that was opened: leaves it where nothing was changed. */
  close?: () => void;
  /** Whether it asks before it is left with typed entries. */
  keeps?: boolean;
  /** `cards`: they have more space between them than fields. */
  gap?: 'sm' | 'md' | 'cards';
  className?: string;
  children: ReactNode;
}) {
  const text = useText();
  const changed = form.isDirty();
  const content = (
    <>
      {children}
      {saves && !disabled && (
        <>
          <ActionFailed error={action.error} />
          <Group justify="flex-end" className="form-actions">
            {(changed || close) && (
              <Button variant="default" onClick={changed ? form.reset : close}>
                {changed ? text.act.cancel : text.act.close}
              </Button>
            )}
            <Button type="submit" loading={action.busy} disabled={!changed}>
              {saves === true ? text.act.save : saves}
            </Button>
          </Group>
        </>
      )}
    </>
  );
  return (
    <form {...(className ? { className } : {})} onSubmit={submit()} noValidate>
      {gap === 'cards' ? <div className="stack">{content}</div> : <Stack gap={gap}>{content}</Stack>}
      {keeps && <TypedKept isTyped={changed} isSaving={action.busy} />}
    </form>
  );
}

/** Tells whether the page is still shown: who has gone on while it was saved is not taken away from there. */
export function useStillHere(): () => boolean {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current;
}
