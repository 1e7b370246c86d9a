// The authorization library of Kubernetes. There is no authorizer in a selector, so that none of these can succeed; they are here for
// what is said of a call, and for what it costs where the type is not known before. Source: k8s.io/apiserver pkg/cel/library/authz.go.

import { NO_SUCH_OVERLOAD } from '../values/values.js';
import { CONSTANT, type Declaration, declare } from './declaration.js';

const unreachable = (id: string, signature: string): Declaration => declare<[]>(id, signature, CONSTANT, () => NO_SUCH_OVERLOAD);

export const AUTHORIZERS: readonly Declaration[] = [
  unreachable('authorizer_path', 'Authorizer.path(string) PathCheck'),
  unreachable('authorizer_group', 'Authorizer.group(string) GroupCheck'),
  unreachable('authorizer_serviceaccount', 'Authorizer.serviceAccount(string, string) Authorizer'),
  unreachable('groupcheck_resource', 'GroupCheck.resource(string) ResourceCheck'),
  unreachable('resourcecheck_subresource', 'ResourceCheck.subresource(string) ResourceCheck'),
  unreachable('resourcecheck_namespace', 'ResourceCheck.namespace(string) ResourceCheck'),
  unreachable('resourcecheck_name', 'ResourceCheck.name(string) ResourceCheck'),
  unreachable('authorizer_fieldselector', 'ResourceCheck.fieldSelector(string) ResourceCheck'),
  unreachable('authorizer_labelselector', 'ResourceCheck.labelSelector(string) ResourceCheck'),
  unreachable('pathcheck_check', 'PathCheck.check(string) Decision'),
  unreachable('resourcecheck_check', 'ResourceCheck.check(string) Decision'),
  unreachable('decision_errored', 'Decision.errored() bool'),
  unreachable('decision_error', 'Decision.error() string'),
  unreachable('decision_allowed', 'Decision.allowed() bool'),
  unreachable('decision_reason', 'Decision.reason() string'),
];
