// Declares the authorization library of Kubernetes. Selectors have no authorizer, so no call can succeed. The declarations are
// needed for error messages, and for costs of calls on values of unknown type. Source: k8s.io/apiserver
// pkg/cel/library/authz.go.

import { type Declaration, declareOnly } from './declaration.js';

export const AUTHORIZERS: readonly Declaration[] = [
  declareOnly('authorizer_path', 'Authorizer.path(string) PathCheck'),
  declareOnly('authorizer_group', 'Authorizer.group(string) GroupCheck'),
  declareOnly('authorizer_serviceaccount', 'Authorizer.serviceAccount(string, string) Authorizer'),
  declareOnly('groupcheck_resource', 'GroupCheck.resource(string) ResourceCheck'),
  declareOnly('resourcecheck_subresource', 'ResourceCheck.subresource(string) ResourceCheck'),
  declareOnly('resourcecheck_namespace', 'ResourceCheck.namespace(string) ResourceCheck'),
  declareOnly('resourcecheck_name', 'ResourceCheck.name(string) ResourceCheck'),
  declareOnly('authorizer_fieldselector', 'ResourceCheck.fieldSelector(string) ResourceCheck'),
  declareOnly('authorizer_labelselector', 'ResourceCheck.labelSelector(string) ResourceCheck'),
  declareOnly('pathcheck_check', 'PathCheck.check(string) Decision'),
  declareOnly('resourcecheck_check', 'ResourceCheck.check(string) Decision'),
  declareOnly('decision_errored', 'Decision.errored() bool'),
  declareOnly('decision_error', 'Decision.error() string'),
  declareOnly('decision_allowed', 'Decision.allowed() bool'),
  declareOnly('decision_reason', 'Decision.reason() string'),
];
