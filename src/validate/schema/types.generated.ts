// Made by scripts/api-types.mjs from k8s.io/api v0.34.4, v0.35.4, v0.36.3, v0.37.1: do not change. The form of the lines is described in schema.ts.

/** The releases, by minor version. */
export const MINORS: readonly number[] = [34, 35, 36, 37];

/** Kinds, a line each. */
export const KINDS = `apps/v1 DaemonSet namespaced
apps/v1 Deployment namespaced
apps/v1 ReplicaSet namespaced
apps/v1 StatefulSet namespaced
apps/v1beta1 Deployment removed:16
apps/v1beta1 StatefulSet removed:16
apps/v1beta2 DaemonSet removed:16
apps/v1beta2 Deployment removed:16
apps/v1beta2 ReplicaSet removed:16
apps/v1beta2 StatefulSet removed:16
batch/v1 CronJob namespaced
batch/v1 Job namespaced
batch/v1beta1 CronJob removed:25
core/v1 Namespace cluster
core/v1 Node cluster
core/v1 PersistentVolume cluster
core/v1 PersistentVolumeClaim namespaced
core/v1 Pod namespaced
core/v1 PodTemplate namespaced
core/v1 ReplicationController namespaced
core/v1 ResourceQuota namespaced
policy/v1 PodDisruptionBudget namespaced
policy/v1beta1 PodDisruptionBudget removed:25
resource/v1 DeviceClass cluster
resource/v1 DeviceTaintRule cluster 37-
resource/v1 ResourceClaim namespaced
resource/v1 ResourceClaimTemplate namespaced
resource/v1 ResourceSlice cluster
resource/v1alpha3 DeviceTaintRule cluster
resource/v1alpha3 ResourcePoolStatusRequest cluster 36-
resource/v1beta1 DeviceClass cluster
resource/v1beta1 ResourceClaim namespaced
resource/v1beta1 ResourceClaimTemplate namespaced
resource/v1beta1 ResourceSlice cluster
resource/v1beta2 DeviceClass cluster
resource/v1beta2 DeviceTaintRule cluster 36-
resource/v1beta2 ResourceClaim namespaced
resource/v1beta2 ResourceClaimTemplate namespaced
resource/v1beta2 ResourceSlice cluster
scheduling/v1 PriorityClass cluster
scheduling/v1alpha1 Workload namespaced 35-35
scheduling/v1alpha2 PodGroup namespaced 36-36
scheduling/v1alpha2 Workload namespaced 36-36
scheduling/v1alpha3 PodGroup namespaced 37-
scheduling/v1alpha3 Workload namespaced 37-
scheduling/v1beta1 PodGroup namespaced 37-
scheduling/v1beta1 PriorityClass removed:22
scheduling/v1beta1 Workload namespaced 37-
storage/v1 CSIDriver cluster
storage/v1 CSINode cluster
storage/v1 CSIStorageCapacity namespaced
storage/v1 StorageClass cluster
storage/v1 VolumeAttachment cluster
storage/v1beta1 CSINode removed:22`;

/** Structs with their fields, a line each. */
export const STRUCTS = `apps/v1.DaemonSet|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec DaemonSetSpec|status DaemonSetStatus
apps/v1.DaemonSetCondition|type string|status string|lastTransitionTime Time|reason string|message string
apps/v1.DaemonSetSpec|selector *meta/v1.LabelSelector|template core/v1.PodTemplateSpec|updateStrategy DaemonSetUpdateStrategy|minReadySeconds int32|revisionHistoryLimit *int32
apps/v1.DaemonSetStatus|currentNumberScheduled int32|numberMisscheduled int32|desiredNumberScheduled int32|numberReady int32|observedGeneration int64|updatedNumberScheduled int32|numberAvailable int32|numberUnavailable int32|collisionCount *int32|conditions []DaemonSetCondition
apps/v1.DaemonSetUpdateStrategy|type string|rollingUpdate *RollingUpdateDaemonSet
apps/v1.Deployment|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec DeploymentSpec|status DeploymentStatus
apps/v1.DeploymentCondition|type string|status string|lastUpdateTime Time|lastTransitionTime Time|reason string|message string
apps/v1.DeploymentSpec|replicas *int32|selector *meta/v1.LabelSelector|template core/v1.PodTemplateSpec|strategy DeploymentStrategy|minReadySeconds int32|revisionHistoryLimit *int32|paused bool|progressDeadlineSeconds *int32
apps/v1.DeploymentStatus|observedGeneration int64|replicas int32|updatedReplicas int32|readyReplicas int32|availableReplicas int32|unavailableReplicas int32|terminatingReplicas *int32|conditions []DeploymentCondition|collisionCount *int32
apps/v1.DeploymentStrategy|type string|rollingUpdate *RollingUpdateDeployment
apps/v1.ReplicaSet|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec ReplicaSetSpec|status ReplicaSetStatus
apps/v1.ReplicaSetCondition|type string|status string|lastTransitionTime Time|reason string|message string
apps/v1.ReplicaSetSpec|replicas *int32|minReadySeconds int32|selector *meta/v1.LabelSelector|template core/v1.PodTemplateSpec
apps/v1.ReplicaSetStatus|replicas int32|fullyLabeledReplicas int32|readyReplicas int32|availableReplicas int32|terminatingReplicas *int32|observedGeneration int64|conditions []ReplicaSetCondition
apps/v1.RollingUpdateDaemonSet|maxUnavailable *IntOrString|maxSurge *IntOrString
apps/v1.RollingUpdateDeployment|maxUnavailable *IntOrString|maxSurge *IntOrString
apps/v1.RollingUpdateStatefulSetStrategy|partition *int32|maxUnavailable *IntOrString
apps/v1.StatefulSet|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec StatefulSetSpec|status StatefulSetStatus
apps/v1.StatefulSetCondition|type string|status string|lastTransitionTime Time|reason string|message string
apps/v1.StatefulSetOrdinals|start int32
apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy|whenDeleted string|whenScaled string
apps/v1.StatefulSetSpec|replicas *int32|selector *meta/v1.LabelSelector|template core/v1.PodTemplateSpec|volumeClaimTemplates []core/v1.PersistentVolumeClaim|serviceName string|podManagementPolicy string|updateStrategy StatefulSetUpdateStrategy|revisionHistoryLimit *int32|minReadySeconds int32|persistentVolumeClaimRetentionPolicy *StatefulSetPersistentVolumeClaimRetentionPolicy|ordinals *StatefulSetOrdinals
apps/v1.StatefulSetStatus|observedGeneration int64|replicas int32|readyReplicas int32|currentReplicas int32|updatedReplicas int32|currentRevision string|updateRevision string|collisionCount *int32|conditions []StatefulSetCondition|availableReplicas int32
apps/v1.StatefulSetUpdateStrategy|type string|rollingUpdate *RollingUpdateStatefulSetStrategy
batch/v1.CronJob|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec CronJobSpec|status CronJobStatus
batch/v1.CronJobSpec|schedule string|timeZone *string|startingDeadlineSeconds *int64|concurrencyPolicy string|suspend *bool|jobTemplate JobTemplateSpec|successfulJobsHistoryLimit *int32|failedJobsHistoryLimit *int32
batch/v1.CronJobStatus|active []core/v1.ObjectReference|lastScheduleTime *Time|lastSuccessfulTime *Time
batch/v1.Job|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec JobSpec|status JobStatus
batch/v1.JobCondition|type string|status string|lastProbeTime Time|lastTransitionTime Time|reason string|message string
batch/v1.JobSchedulingConfiguration|schedulingPolicy *scheduling/v1alpha3.WorkloadPodGroupSchedulingPolicy|schedulingConstraints *scheduling/v1alpha3.WorkloadPodGroupSchedulingConstraints|disruptionMode *scheduling/v1alpha3.WorkloadPodGroupDisruptionMode|resourceClaims []scheduling/v1alpha3.WorkloadPodGroupResourceClaim
batch/v1.JobSpec|parallelism *int32|completions *int32|activeDeadlineSeconds *int64|podFailurePolicy *PodFailurePolicy|successPolicy *SuccessPolicy|backoffLimit *int32|backoffLimitPerIndex *int32|maxFailedIndexes *int32|selector *meta/v1.LabelSelector|manualSelector *bool|template core/v1.PodTemplateSpec|ttlSecondsAfterFinished *int32|completionMode *string|suspend *bool|podReplacementPolicy *string|managedBy *string|scheduling *JobSchedulingConfiguration 37-
batch/v1.JobStatus|conditions []JobCondition|startTime *Time|completionTime *Time|active int32|succeeded int32|failed int32|terminating *int32|completedIndexes string|failedIndexes *string|uncountedTerminatedPods *UncountedTerminatedPods|ready *int32
batch/v1.JobTemplateSpec|metadata meta/v1.ObjectMeta|spec JobSpec
batch/v1.PodFailurePolicy|rules []PodFailurePolicyRule
batch/v1.PodFailurePolicyOnExitCodesRequirement|containerName *string|operator string|values []int32
batch/v1.PodFailurePolicyOnPodConditionsPattern|type string|status string
batch/v1.PodFailurePolicyRule|action string|onExitCodes *PodFailurePolicyOnExitCodesRequirement|onPodConditions []PodFailurePolicyOnPodConditionsPattern
batch/v1.SuccessPolicy|rules []SuccessPolicyRule
batch/v1.SuccessPolicyRule|succeededIndexes *string|succeededCount *int32
batch/v1.UncountedTerminatedPods|succeeded []string|failed []string
core/v1.AWSElasticBlockStoreVolumeSource|volumeID string|fsType string|partition int32|readOnly bool
core/v1.Affinity|nodeAffinity *NodeAffinity|podAffinity *PodAffinity|podAntiAffinity *PodAntiAffinity
core/v1.AppArmorProfile|type string|localhostProfile *string
core/v1.AttachedVolume|name string|devicePath string
core/v1.AzureDiskVolumeSource|diskName string|diskURI string|cachingMode *string|fsType *string|readOnly *bool|kind *string
core/v1.AzureFilePersistentVolumeSource|secretName string|shareName string|readOnly bool|secretNamespace *string
core/v1.AzureFileVolumeSource|secretName string|shareName string|readOnly bool
core/v1.CSIPersistentVolumeSource|driver string|volumeHandle string|readOnly bool|fsType string|volumeAttributes {}string|controllerPublishSecretRef *SecretReference|nodeStageSecretRef *SecretReference|nodePublishSecretRef *SecretReference|controllerExpandSecretRef *SecretReference|nodeExpandSecretRef *SecretReference
core/v1.CSIVolumeSource|driver string|readOnly *bool|fsType *string|volumeAttributes {}string|nodePublishSecretRef *LocalObjectReference
core/v1.Capabilities|add []string|drop []string
core/v1.CephFSPersistentVolumeSource|monitors []string|path string|user string|secretFile string|secretRef *SecretReference|readOnly bool
core/v1.CephFSVolumeSource|monitors []string|path string|user string|secretFile string|secretRef *LocalObjectReference|readOnly bool
core/v1.CinderPersistentVolumeSource|volumeID string|fsType string|readOnly bool|secretRef *SecretReference
core/v1.CinderVolumeSource|volumeID string|fsType string|readOnly bool|secretRef *LocalObjectReference
core/v1.ClusterTrustBundleProjection|name *string|signerName *string|labelSelector *meta/v1.LabelSelector|optional *bool|path string|user *int64 37-
core/v1.ConfigMapEnvSource|name string|optional *bool
core/v1.ConfigMapKeySelector|name string|key string|optional *bool
core/v1.ConfigMapNodeConfigSource|namespace string|name string|uid string|resourceVersion string|kubeletConfigKey string
core/v1.ConfigMapProjection|name string|items []KeyToPath|optional *bool
core/v1.ConfigMapVolumeSource|name string|items []KeyToPath|defaultMode *int32|optional *bool|defaultUser *int64 37-
core/v1.Container|name string|image string|command []string|args []string|workingDir string|ports []ContainerPort|envFrom []EnvFromSource|env []EnvVar|resources ResourceRequirements|resizePolicy []ContainerResizePolicy|restartPolicy *string|restartPolicyRules []ContainerRestartRule|volumeMounts []VolumeMount|volumeDevices []VolumeDevice|livenessProbe *Probe|readinessProbe *Probe|startupProbe *Probe|lifecycle *Lifecycle|terminationMessagePath string|terminationMessagePolicy string|imagePullPolicy string|securityContext *SecurityContext|stdin bool|stdinOnce bool|tty bool
core/v1.ContainerExtendedResourceRequest|containerName string|resourceName string|requestName string
core/v1.ContainerImage|names []string|sizeBytes int64
core/v1.ContainerPort|name string|hostPort int32|containerPort int32|protocol string|hostIP string
core/v1.ContainerResizePolicy|resourceName string|restartPolicy string
core/v1.ContainerRestartRule|action string|exitCodes *ContainerRestartRuleOnExitCodes
core/v1.ContainerRestartRuleOnExitCodes|operator string|values []int32
core/v1.ContainerState|waiting *ContainerStateWaiting|running *ContainerStateRunning|terminated *ContainerStateTerminated
core/v1.ContainerStateRunning|startedAt Time
core/v1.ContainerStateTerminated|exitCode int32|signal int32|reason string|message string|startedAt Time|finishedAt Time|containerID string
core/v1.ContainerStateWaiting|reason string|message string
core/v1.ContainerStatus|name string|state ContainerState|lastState ContainerState|ready bool|restartCount int32|image string|imageID string|containerID string|started *bool|allocatedResources {}Quantity|resources *ResourceRequirements|volumeMounts []VolumeMountStatus|user *ContainerUser|allocatedResourcesStatus []ResourceStatus|stopSignal *string
core/v1.ContainerUser|linux *LinuxContainerUser
core/v1.DaemonEndpoint|Port int32
core/v1.DownwardAPIProjection|items []DownwardAPIVolumeFile
core/v1.DownwardAPIVolumeFile|path string|fieldRef *ObjectFieldSelector|resourceFieldRef *ResourceFieldSelector|mode *int32|user *int64 37-
core/v1.DownwardAPIVolumeSource|items []DownwardAPIVolumeFile|defaultMode *int32|defaultUser *int64 37-
core/v1.EmptyDirVolumeSource|medium string|sizeLimit *Quantity|mode *int32 37-
core/v1.EnvFromSource|prefix string|configMapRef *ConfigMapEnvSource|secretRef *SecretEnvSource
core/v1.EnvVar|name string|value string|valueFrom *EnvVarSource
core/v1.EnvVarSource|fieldRef *ObjectFieldSelector|resourceFieldRef *ResourceFieldSelector|configMapKeyRef *ConfigMapKeySelector|secretKeyRef *SecretKeySelector|fileKeyRef *FileKeySelector
core/v1.EphemeralContainer|name string|image string|command []string|args []string|workingDir string|ports []ContainerPort|envFrom []EnvFromSource|env []EnvVar|resources ResourceRequirements|resizePolicy []ContainerResizePolicy|restartPolicy *string|restartPolicyRules []ContainerRestartRule|volumeMounts []VolumeMount|volumeDevices []VolumeDevice|livenessProbe *Probe|readinessProbe *Probe|startupProbe *Probe|lifecycle *Lifecycle|terminationMessagePath string|terminationMessagePolicy string|imagePullPolicy string|securityContext *SecurityContext|stdin bool|stdinOnce bool|tty bool|targetContainerName string
core/v1.EphemeralContainerCommon|name string|image string|command []string|args []string|workingDir string|ports []ContainerPort|envFrom []EnvFromSource|env []EnvVar|resources ResourceRequirements|resizePolicy []ContainerResizePolicy|restartPolicy *string|restartPolicyRules []ContainerRestartRule|volumeMounts []VolumeMount|volumeDevices []VolumeDevice|livenessProbe *Probe|readinessProbe *Probe|startupProbe *Probe|lifecycle *Lifecycle|terminationMessagePath string|terminationMessagePolicy string|imagePullPolicy string|securityContext *SecurityContext|stdin bool|stdinOnce bool|tty bool
core/v1.EphemeralVolumeSource|volumeClaimTemplate *PersistentVolumeClaimTemplate
core/v1.EvictionResponder|name string|priority *int32
core/v1.ExecAction|command []string
core/v1.FCVolumeSource|targetWWNs []string|lun *int32|fsType string|readOnly bool|wwids []string
core/v1.FileKeySelector|volumeName string|path string|key string|optional *bool
core/v1.FlexPersistentVolumeSource|driver string|fsType string|secretRef *SecretReference|readOnly bool|options {}string
core/v1.FlexVolumeSource|driver string|fsType string|secretRef *LocalObjectReference|readOnly bool|options {}string
core/v1.FlockerVolumeSource|datasetName string|datasetUUID string
core/v1.GCEPersistentDiskVolumeSource|pdName string|fsType string|partition int32|readOnly bool
core/v1.GRPCAction|port int32|service *string|mode *string 37-
core/v1.GitRepoVolumeSource|repository string|revision string|directory string
core/v1.GlusterfsPersistentVolumeSource|endpoints string|path string|readOnly bool|endpointsNamespace *string
core/v1.GlusterfsVolumeSource|endpoints string|path string|readOnly bool
core/v1.HTTPGetAction|path string|port IntOrString|host string|scheme string|httpHeaders []HTTPHeader|protocol *string 37-
core/v1.HTTPHeader|name string|value string
core/v1.HostAlias|ip string|hostnames []string
core/v1.HostIP|ip string
core/v1.HostPathVolumeSource|path string|type *string
core/v1.ISCSIPersistentVolumeSource|targetPortal string|iqn string|lun int32|iscsiInterface string|fsType string|readOnly bool|portals []string|chapAuthDiscovery bool|chapAuthSession bool|secretRef *SecretReference|initiatorName *string
core/v1.ISCSIVolumeSource|targetPortal string|iqn string|lun int32|iscsiInterface string|fsType string|readOnly bool|portals []string|chapAuthDiscovery bool|chapAuthSession bool|secretRef *LocalObjectReference|initiatorName *string
core/v1.ImageVolumeSource|reference string|pullPolicy string
core/v1.ImageVolumeStatus|imageRef string
core/v1.KeyToPath|key string|path string|mode *int32|user *int64 37-
core/v1.Lifecycle|postStart *LifecycleHandler|preStop *LifecycleHandler|stopSignal *string
core/v1.LifecycleHandler|exec *ExecAction|httpGet *HTTPGetAction|tcpSocket *TCPSocketAction|sleep *SleepAction
core/v1.LinuxContainerUser|uid int64|gid int64|supplementalGroups []int64
core/v1.LocalObjectReference|name string
core/v1.LocalVolumeSource|path string|fsType *string
core/v1.ModifyVolumeStatus|targetVolumeAttributesClassName string|status string
core/v1.NFSVolumeSource|server string|path string|readOnly bool
core/v1.Namespace|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec NamespaceSpec|status NamespaceStatus
core/v1.NamespaceCondition|type string|status string|lastTransitionTime Time|reason string|message string
core/v1.NamespaceSpec|finalizers []string
core/v1.NamespaceStatus|phase string|conditions []NamespaceCondition
core/v1.Node|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec NodeSpec|status NodeStatus
core/v1.NodeAddress|type string|address string
core/v1.NodeAffinity|requiredDuringSchedulingIgnoredDuringExecution *NodeSelector|preferredDuringSchedulingIgnoredDuringExecution []PreferredSchedulingTerm
core/v1.NodeAllocatableMappedResources|name string|quantity *Quantity
core/v1.NodeAllocatableOverheadResources|name string|perPod *Quantity|perContainer *Quantity
core/v1.NodeAllocatableResourceClaimStatus|resourceClaimName string|containers []string|mapping []NodeAllocatableMappedResources 37-|overhead []NodeAllocatableOverheadResources 37-|resources {}Quantity 34-36
core/v1.NodeCondition|type string|status string|lastHeartbeatTime Time|lastTransitionTime Time|reason string|message string
core/v1.NodeConfigSource|configMap *ConfigMapNodeConfigSource
core/v1.NodeConfigStatus|assigned *NodeConfigSource|active *NodeConfigSource|lastKnownGood *NodeConfigSource|error string
core/v1.NodeDaemonEndpoints|kubeletEndpoint DaemonEndpoint
core/v1.NodeFeatures|supplementalGroupsPolicy *bool
core/v1.NodePodPreemptionPolicy|disableResizePreemption []string
core/v1.NodeRuntimeHandler|name string|features *NodeRuntimeHandlerFeatures
core/v1.NodeRuntimeHandlerFeatures|recursiveReadOnlyMounts *bool|userNamespaces *bool
core/v1.NodeSelector|nodeSelectorTerms []NodeSelectorTerm
core/v1.NodeSelectorRequirement|key string|operator string|values []string
core/v1.NodeSelectorTerm|matchExpressions []NodeSelectorRequirement|matchFields []NodeSelectorRequirement
core/v1.NodeSpec|podCIDR string|podCIDRs []string|providerID string|unschedulable bool|taints []Taint|configSource *NodeConfigSource|externalID string|podPreemptionPolicy *NodePodPreemptionPolicy 37-
core/v1.NodeStatus|capacity {}Quantity|allocatable {}Quantity|phase string|conditions []NodeCondition|addresses []NodeAddress|daemonEndpoints NodeDaemonEndpoints|nodeInfo NodeSystemInfo|images []ContainerImage|volumesInUse []string|volumesAttached []AttachedVolume|config *NodeConfigStatus|runtimeHandlers []NodeRuntimeHandler|features *NodeFeatures|declaredFeatures []string 35-
core/v1.NodeSwapStatus|capacity *int64
core/v1.NodeSystemInfo|machineID string|systemUUID string|bootID string|kernelVersion string|osImage string|containerRuntimeVersion string|kubeletVersion string|kubeProxyVersion string|operatingSystem string|architecture string|swap *NodeSwapStatus|runningInUserNamespace *bool 37-
core/v1.ObjectFieldSelector|apiVersion string|fieldPath string
core/v1.ObjectReference|kind string|namespace string|name string|uid string|apiVersion string|resourceVersion string|fieldPath string
core/v1.PersistentVolume|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec PersistentVolumeSpec|status PersistentVolumeStatus
core/v1.PersistentVolumeClaim|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec PersistentVolumeClaimSpec|status PersistentVolumeClaimStatus
core/v1.PersistentVolumeClaimCondition|type string|status string|lastProbeTime Time|lastTransitionTime Time|reason string|message string
core/v1.PersistentVolumeClaimSpec|accessModes []string|selector *meta/v1.LabelSelector|resources VolumeResourceRequirements|volumeName string|storageClassName *string|volumeMode *string|dataSource *TypedLocalObjectReference|dataSourceRef *TypedObjectReference|volumeAttributesClassName *string
core/v1.PersistentVolumeClaimStatus|phase string|accessModes []string|capacity {}Quantity|conditions []PersistentVolumeClaimCondition|allocatedResources {}Quantity|allocatedResourceStatuses {}string|currentVolumeAttributesClassName *string|modifyVolumeStatus *ModifyVolumeStatus|healthStatus *VolumeHealthStatus 37-
core/v1.PersistentVolumeClaimTemplate|metadata meta/v1.ObjectMeta|spec PersistentVolumeClaimSpec
core/v1.PersistentVolumeClaimVolumeSource|claimName string|readOnly bool
core/v1.PersistentVolumeSource|gcePersistentDisk *GCEPersistentDiskVolumeSource|awsElasticBlockStore *AWSElasticBlockStoreVolumeSource|hostPath *HostPathVolumeSource|glusterfs *GlusterfsPersistentVolumeSource|nfs *NFSVolumeSource|rbd *RBDPersistentVolumeSource|iscsi *ISCSIPersistentVolumeSource|cinder *CinderPersistentVolumeSource|cephfs *CephFSPersistentVolumeSource|fc *FCVolumeSource|flocker *FlockerVolumeSource|flexVolume *FlexPersistentVolumeSource|azureFile *AzureFilePersistentVolumeSource|vsphereVolume *VsphereVirtualDiskVolumeSource|quobyte *QuobyteVolumeSource|azureDisk *AzureDiskVolumeSource|photonPersistentDisk *PhotonPersistentDiskVolumeSource|portworxVolume *PortworxVolumeSource|scaleIO *ScaleIOPersistentVolumeSource|local *LocalVolumeSource|storageos *StorageOSPersistentVolumeSource|csi *CSIPersistentVolumeSource
core/v1.PersistentVolumeSpec|capacity {}Quantity|gcePersistentDisk *GCEPersistentDiskVolumeSource|awsElasticBlockStore *AWSElasticBlockStoreVolumeSource|hostPath *HostPathVolumeSource|glusterfs *GlusterfsPersistentVolumeSource|nfs *NFSVolumeSource|rbd *RBDPersistentVolumeSource|iscsi *ISCSIPersistentVolumeSource|cinder *CinderPersistentVolumeSource|cephfs *CephFSPersistentVolumeSource|fc *FCVolumeSource|flocker *FlockerVolumeSource|flexVolume *FlexPersistentVolumeSource|azureFile *AzureFilePersistentVolumeSource|vsphereVolume *VsphereVirtualDiskVolumeSource|quobyte *QuobyteVolumeSource|azureDisk *AzureDiskVolumeSource|photonPersistentDisk *PhotonPersistentDiskVolumeSource|portworxVolume *PortworxVolumeSource|scaleIO *ScaleIOPersistentVolumeSource|local *LocalVolumeSource|storageos *StorageOSPersistentVolumeSource|csi *CSIPersistentVolumeSource|accessModes []string|claimRef *ObjectReference|persistentVolumeReclaimPolicy string|storageClassName string|mountOptions []string|volumeMode *string|nodeAffinity *VolumeNodeAffinity|volumeAttributesClassName *string
core/v1.PersistentVolumeStatus|phase string|message string|reason string|lastPhaseTransitionTime *Time
core/v1.PhotonPersistentDiskVolumeSource|pdID string|fsType string
core/v1.Pod|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec PodSpec|status PodStatus
core/v1.PodAffinity|requiredDuringSchedulingIgnoredDuringExecution []PodAffinityTerm|preferredDuringSchedulingIgnoredDuringExecution []WeightedPodAffinityTerm
core/v1.PodAffinityTerm|labelSelector *meta/v1.LabelSelector|namespaces []string|topologyKey string|namespaceSelector *meta/v1.LabelSelector|matchLabelKeys []string|mismatchLabelKeys []string
core/v1.PodAntiAffinity|requiredDuringSchedulingIgnoredDuringExecution []PodAffinityTerm|preferredDuringSchedulingIgnoredDuringExecution []WeightedPodAffinityTerm
core/v1.PodCertificateProjection|signerName string|keyType string|maxExpirationSeconds *int32|credentialBundlePath string|keyPath string|certificateChainPath string|userAnnotations {}string 35-|user *int64 37-
core/v1.PodCondition|type string|observedGeneration int64|status string|lastProbeTime Time|lastTransitionTime Time|reason string|message string
core/v1.PodDNSConfig|nameservers []string|searches []string|options []PodDNSConfigOption
core/v1.PodDNSConfigOption|name string|value *string
core/v1.PodExtendedResourceClaimStatus|requestMappings []ContainerExtendedResourceRequest|resourceClaimName string
core/v1.PodIP|ip string
core/v1.PodOS|name string
core/v1.PodReadinessGate|conditionType string
core/v1.PodResourceClaim|name string|resourceClaimName *string|resourceClaimTemplateName *string
core/v1.PodResourceClaimStatus|name string|resourceClaimName *string
core/v1.PodSchedulingGate|name string
core/v1.PodSchedulingGroup|podGroupName *string
core/v1.PodSecurityContext|seLinuxOptions *SELinuxOptions|windowsOptions *WindowsSecurityContextOptions|runAsUser *int64|runAsGroup *int64|runAsNonRoot *bool|supplementalGroups []int64|supplementalGroupsPolicy *string|fsGroup *int64|sysctls []Sysctl|fsGroupChangePolicy *string|seccompProfile *SeccompProfile|appArmorProfile *AppArmorProfile|seLinuxChangePolicy *string
core/v1.PodSpec|volumes []Volume|initContainers []Container|containers []Container|ephemeralContainers []EphemeralContainer|restartPolicy string|terminationGracePeriodSeconds *int64|activeDeadlineSeconds *int64|dnsPolicy string|nodeSelector {}string|serviceAccountName string|serviceAccount string|automountServiceAccountToken *bool|nodeName string|hostNetwork bool|hostPID bool|hostIPC bool|shareProcessNamespace *bool|securityContext *PodSecurityContext|imagePullSecrets []LocalObjectReference|hostname string|subdomain string|affinity *Affinity|schedulerName string|tolerations []Toleration|hostAliases []HostAlias|priorityClassName string|priority *int32|dnsConfig *PodDNSConfig|readinessGates []PodReadinessGate|runtimeClassName *string|enableServiceLinks *bool|preemptionPolicy *string|overhead {}Quantity|topologySpreadConstraints []TopologySpreadConstraint|setHostnameAsFQDN *bool|os *PodOS|hostUsers *bool|schedulingGates []PodSchedulingGate|resourceClaims []PodResourceClaim|resources *ResourceRequirements|hostnameOverride *string|schedulingGroup *PodSchedulingGroup 36-|evictionResponders []EvictionResponder 37-|workloadRef *WorkloadReference 35-35
core/v1.PodStatus|observedGeneration int64|phase string|conditions []PodCondition|message string|reason string|nominatedNodeName string|hostIP string|hostIPs []HostIP|podIP string|podIPs []PodIP|startTime *Time|initContainerStatuses []ContainerStatus|containerStatuses []ContainerStatus|qosClass string|ephemeralContainerStatuses []ContainerStatus|resize string|resourceClaimStatuses []PodResourceClaimStatus|extendedResourceClaimStatus *PodExtendedResourceClaimStatus|allocatedResources {}Quantity 35-|resources *ResourceRequirements 35-|nodeAllocatableResourceClaimStatuses []NodeAllocatableResourceClaimStatus 36-|volumeHealth []PodVolumeHealth 37-
core/v1.PodTemplate|kind string|apiVersion string|metadata meta/v1.ObjectMeta|template PodTemplateSpec
core/v1.PodTemplateSpec|metadata meta/v1.ObjectMeta|spec PodSpec
core/v1.PodVolumeHealth|name string|healthConditions []VolumeHealthCondition|lastTransitionTime Time
core/v1.PortworxVolumeSource|volumeID string|fsType string|readOnly bool
core/v1.PreferredSchedulingTerm|weight int32|preference NodeSelectorTerm
core/v1.Probe|exec *ExecAction|httpGet *HTTPGetAction|tcpSocket *TCPSocketAction|grpc *GRPCAction|initialDelaySeconds int32|timeoutSeconds int32|periodSeconds int32|successThreshold int32|failureThreshold int32|terminationGracePeriodSeconds *int64
core/v1.ProbeHandler|exec *ExecAction|httpGet *HTTPGetAction|tcpSocket *TCPSocketAction|grpc *GRPCAction
core/v1.ProjectedVolumeSource|sources []VolumeProjection|defaultMode *int32|defaultUser *int64 37-
core/v1.QuobyteVolumeSource|registry string|volume string|readOnly bool|user string|group string|tenant string
core/v1.RBDPersistentVolumeSource|monitors []string|image string|fsType string|pool string|user string|keyring string|secretRef *SecretReference|readOnly bool
core/v1.RBDVolumeSource|monitors []string|image string|fsType string|pool string|user string|keyring string|secretRef *LocalObjectReference|readOnly bool
core/v1.ReplicationController|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec ReplicationControllerSpec|status ReplicationControllerStatus
core/v1.ReplicationControllerCondition|type string|status string|lastTransitionTime Time|reason string|message string
core/v1.ReplicationControllerSpec|replicas *int32|minReadySeconds int32|selector {}string|template *PodTemplateSpec
core/v1.ReplicationControllerStatus|replicas int32|fullyLabeledReplicas int32|readyReplicas int32|availableReplicas int32|observedGeneration int64|conditions []ReplicationControllerCondition
core/v1.ResourceClaim|name string|request string
core/v1.ResourceFieldSelector|containerName string|resource string|divisor Quantity
core/v1.ResourceHealth|resourceID string|health string|message *string 36-
core/v1.ResourceQuota|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec ResourceQuotaSpec|status ResourceQuotaStatus
core/v1.ResourceQuotaSpec|hard {}Quantity|scopes []string|scopeSelector *ScopeSelector
core/v1.ResourceQuotaStatus|hard {}Quantity|used {}Quantity
core/v1.ResourceRequirements|limits {}Quantity|requests {}Quantity|claims []ResourceClaim
core/v1.ResourceStatus|name string|resources []ResourceHealth
core/v1.SELinuxOptions|user string|role string|type string|level string
core/v1.ScaleIOPersistentVolumeSource|gateway string|system string|secretRef *SecretReference|sslEnabled bool|protectionDomain string|storagePool string|storageMode string|volumeName string|fsType string|readOnly bool
core/v1.ScaleIOVolumeSource|gateway string|system string|secretRef *LocalObjectReference|sslEnabled bool|protectionDomain string|storagePool string|storageMode string|volumeName string|fsType string|readOnly bool
core/v1.ScopeSelector|matchExpressions []ScopedResourceSelectorRequirement
core/v1.ScopedResourceSelectorRequirement|scopeName string|operator string|values []string
core/v1.SeccompProfile|type string|localhostProfile *string
core/v1.SecretEnvSource|name string|optional *bool
core/v1.SecretKeySelector|name string|key string|optional *bool
core/v1.SecretProjection|name string|items []KeyToPath|optional *bool
core/v1.SecretReference|name string|namespace string
core/v1.SecretVolumeSource|secretName string|items []KeyToPath|defaultMode *int32|optional *bool|defaultUser *int64 37-
core/v1.SecurityContext|capabilities *Capabilities|privileged *bool|seLinuxOptions *SELinuxOptions|windowsOptions *WindowsSecurityContextOptions|runAsUser *int64|runAsGroup *int64|runAsNonRoot *bool|readOnlyRootFilesystem *bool|allowPrivilegeEscalation *bool|procMount *string|seccompProfile *SeccompProfile|appArmorProfile *AppArmorProfile
core/v1.ServiceAccountTokenProjection|audience string|expirationSeconds *int64|path string|user *int64 37-
core/v1.SleepAction|seconds int64
core/v1.StorageOSPersistentVolumeSource|volumeName string|volumeNamespace string|fsType string|readOnly bool|secretRef *ObjectReference
core/v1.StorageOSVolumeSource|volumeName string|volumeNamespace string|fsType string|readOnly bool|secretRef *LocalObjectReference
core/v1.Sysctl|name string|value string
core/v1.TCPSocketAction|port IntOrString|host string
core/v1.Taint|key string|value string|effect string|timeAdded *Time
core/v1.Toleration|key string|operator string|value string|effect string|tolerationSeconds *int64
core/v1.TopologySelectorLabelRequirement|key string|values []string
core/v1.TopologySelectorTerm|matchLabelExpressions []TopologySelectorLabelRequirement
core/v1.TopologySpreadConstraint|maxSkew int32|topologyKey string|whenUnsatisfiable string|labelSelector *meta/v1.LabelSelector|minDomains *int32|nodeAffinityPolicy *string|nodeTaintsPolicy *string|matchLabelKeys []string
core/v1.TypedLocalObjectReference|apiGroup *string|kind string|name string
core/v1.TypedObjectReference|apiGroup *string|kind string|name string|namespace *string
core/v1.Volume|name string|hostPath *HostPathVolumeSource|emptyDir *EmptyDirVolumeSource|gcePersistentDisk *GCEPersistentDiskVolumeSource|awsElasticBlockStore *AWSElasticBlockStoreVolumeSource|gitRepo *GitRepoVolumeSource|secret *SecretVolumeSource|nfs *NFSVolumeSource|iscsi *ISCSIVolumeSource|glusterfs *GlusterfsVolumeSource|persistentVolumeClaim *PersistentVolumeClaimVolumeSource|rbd *RBDVolumeSource|flexVolume *FlexVolumeSource|cinder *CinderVolumeSource|cephfs *CephFSVolumeSource|flocker *FlockerVolumeSource|downwardAPI *DownwardAPIVolumeSource|fc *FCVolumeSource|azureFile *AzureFileVolumeSource|configMap *ConfigMapVolumeSource|vsphereVolume *VsphereVirtualDiskVolumeSource|quobyte *QuobyteVolumeSource|azureDisk *AzureDiskVolumeSource|photonPersistentDisk *PhotonPersistentDiskVolumeSource|projected *ProjectedVolumeSource|portworxVolume *PortworxVolumeSource|scaleIO *ScaleIOVolumeSource|storageos *StorageOSVolumeSource|csi *CSIVolumeSource|ephemeral *EphemeralVolumeSource|image *ImageVolumeSource
core/v1.VolumeDevice|name string|devicePath string
core/v1.VolumeHealthCondition|status string|reason string|message string
core/v1.VolumeHealthStatus|healthConditions []VolumeHealthCondition|lastTransitionTime Time
core/v1.VolumeMount|name string|readOnly bool|recursiveReadOnly *string|mountPath string|subPath string|mountPropagation *string|subPathExpr string|bindMountOptions []string 37-
core/v1.VolumeMountStatus|name string|mountPath string|readOnly bool|recursiveReadOnly *string|volumeStatus *VolumeStatus 36-
core/v1.VolumeNodeAffinity|required *NodeSelector
core/v1.VolumeProjection|secret *SecretProjection|downwardAPI *DownwardAPIProjection|configMap *ConfigMapProjection|serviceAccountToken *ServiceAccountTokenProjection|clusterTrustBundle *ClusterTrustBundleProjection|podCertificate *PodCertificateProjection
core/v1.VolumeResourceRequirements|limits {}Quantity|requests {}Quantity
core/v1.VolumeSource|hostPath *HostPathVolumeSource|emptyDir *EmptyDirVolumeSource|gcePersistentDisk *GCEPersistentDiskVolumeSource|awsElasticBlockStore *AWSElasticBlockStoreVolumeSource|gitRepo *GitRepoVolumeSource|secret *SecretVolumeSource|nfs *NFSVolumeSource|iscsi *ISCSIVolumeSource|glusterfs *GlusterfsVolumeSource|persistentVolumeClaim *PersistentVolumeClaimVolumeSource|rbd *RBDVolumeSource|flexVolume *FlexVolumeSource|cinder *CinderVolumeSource|cephfs *CephFSVolumeSource|flocker *FlockerVolumeSource|downwardAPI *DownwardAPIVolumeSource|fc *FCVolumeSource|azureFile *AzureFileVolumeSource|configMap *ConfigMapVolumeSource|vsphereVolume *VsphereVirtualDiskVolumeSource|quobyte *QuobyteVolumeSource|azureDisk *AzureDiskVolumeSource|photonPersistentDisk *PhotonPersistentDiskVolumeSource|projected *ProjectedVolumeSource|portworxVolume *PortworxVolumeSource|scaleIO *ScaleIOVolumeSource|storageos *StorageOSVolumeSource|csi *CSIVolumeSource|ephemeral *EphemeralVolumeSource|image *ImageVolumeSource
core/v1.VolumeStatus|image *ImageVolumeStatus
core/v1.VsphereVirtualDiskVolumeSource|volumePath string|fsType string|storagePolicyName string|storagePolicyID string
core/v1.WeightedPodAffinityTerm|weight int32|podAffinityTerm PodAffinityTerm
core/v1.WindowsSecurityContextOptions|gmsaCredentialSpecName *string|gmsaCredentialSpec *string|runAsUserName *string|hostProcess *bool
core/v1.WorkloadReference|name string|podGroup string|podGroupReplicaKey string
meta/v1.Condition|type string|status string|observedGeneration int64|lastTransitionTime Time|reason string|message string
meta/v1.LabelSelector|matchLabels {}string|matchExpressions []LabelSelectorRequirement
meta/v1.LabelSelectorRequirement|key string|operator string|values []string
meta/v1.ManagedFieldsEntry|manager string|operation string|apiVersion string|time *Time|fieldsType string|fieldsV1 *FieldsV1|subresource string
meta/v1.ObjectMeta|name string|generateName string|namespace string|selfLink string|uid string|resourceVersion string|generation int64|creationTimestamp Time|deletionTimestamp *Time|deletionGracePeriodSeconds *int64|labels {}string|annotations {}string|ownerReferences []OwnerReference|finalizers []string|managedFields []ManagedFieldsEntry
meta/v1.OwnerReference|apiVersion string|kind string|name string|uid string|controller *bool|blockOwnerDeletion *bool
meta/v1.TypeMeta|kind string|apiVersion string
policy/v1.PodDisruptionBudget|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec PodDisruptionBudgetSpec|status PodDisruptionBudgetStatus
policy/v1.PodDisruptionBudgetSpec|minAvailable *IntOrString|selector *meta/v1.LabelSelector|maxUnavailable *IntOrString|unhealthyPodEvictionPolicy *string
policy/v1.PodDisruptionBudgetStatus|observedGeneration int64|disruptedPods {}Time|disruptionsAllowed int32|currentHealthy int32|desiredHealthy int32|expectedPods int32|conditions []meta/v1.Condition
resource/v1.AllocatedDeviceStatus|driver string|pool string|device string|shareID *string|conditions []meta/v1.Condition|data *RawExtension|networkData *NetworkDeviceData
resource/v1.AllocationResult|devices DeviceAllocationResult|nodeSelector *core/v1.NodeSelector|allocationTimestamp *Time
resource/v1.CELDeviceSelector|expression string
resource/v1.CapacityRequestPolicy|default *Quantity|validValues []Quantity|validRange *CapacityRequestPolicyRange
resource/v1.CapacityRequestPolicyRange|min *Quantity|max *Quantity|step *Quantity
resource/v1.CapacityRequirements|requests {}Quantity
resource/v1.Counter|value Quantity
resource/v1.CounterSet|name string|counters {}Counter
resource/v1.Device|name string|attributes {}DeviceAttribute|capacity {}DeviceCapacity|consumesCounters []DeviceCounterConsumption|nodeName *string|nodeSelector *core/v1.NodeSelector|allNodes *bool|taints []DeviceTaint|bindsToNode *bool|bindingConditions []string|bindingFailureConditions []string|allowMultipleAllocations *bool|nodeAllocatableResources {}NodeAllocatableResource 37-|nodeAllocatableResourceMappings {}NodeAllocatableResourceMapping 36-36
resource/v1.DeviceAllocationConfiguration|source string|requests []string|opaque *OpaqueDeviceConfiguration
resource/v1.DeviceAllocationResult|results []DeviceRequestAllocationResult|config []DeviceAllocationConfiguration
resource/v1.DeviceAttribute|int *int64|bool *bool|string *string|version *string|ints []int64 36-|bools []bool 36-|strings []string 36-|versions []string 36-
resource/v1.DeviceCapacity|value Quantity|requestPolicy *CapacityRequestPolicy
resource/v1.DeviceClaim|requests []DeviceRequest|constraints []DeviceConstraint|config []DeviceClaimConfiguration
resource/v1.DeviceClaimConfiguration|requests []string|opaque *OpaqueDeviceConfiguration
resource/v1.DeviceClass|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec DeviceClassSpec
resource/v1.DeviceClassConfiguration|opaque *OpaqueDeviceConfiguration
resource/v1.DeviceClassSpec|selectors []DeviceSelector|config []DeviceClassConfiguration|extendedResourceName *string
resource/v1.DeviceConfiguration|opaque *OpaqueDeviceConfiguration
resource/v1.DeviceConstraint|requests []string|matchAttribute *string|distinctAttribute *string
resource/v1.DeviceCounterConsumption|counterSet string|counters {}Counter|compatibilityGroups []string 37-
resource/v1.DeviceDerivedAttribute|name string|expression string
resource/v1.DeviceRequest|name string|exactly *ExactDeviceRequest|firstAvailable []DeviceSubRequest
resource/v1.DeviceRequestAllocationResult|request string|driver string|pool string|device string|adminAccess *bool|tolerations []DeviceToleration|bindingConditions []string|bindingFailureConditions []string|shareID *string|consumedCapacity {}Quantity|skipNodeOperations []string 37-
resource/v1.DeviceSelector|cel *CELDeviceSelector
resource/v1.DeviceSubRequest|name string|deviceClassName string|selectors []DeviceSelector|allocationMode string|count int64|tolerations []DeviceToleration|capacity *CapacityRequirements|derivedAttributes []DeviceDerivedAttribute 37-
resource/v1.DeviceTaint|key string|value string|effect string|timeAdded *Time
resource/v1.DeviceTaintRule|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec DeviceTaintRuleSpec|status DeviceTaintRuleStatus
resource/v1.DeviceTaintRuleSpec|deviceSelector *DeviceTaintSelector|taint DeviceTaint
resource/v1.DeviceTaintRuleStatus|conditions []meta/v1.Condition
resource/v1.DeviceTaintSelector|driver *string|pool *string|device *string
resource/v1.DeviceToleration|key string|operator string|value string|effect string|tolerationSeconds *int64
resource/v1.ExactDeviceRequest|deviceClassName string|selectors []DeviceSelector|allocationMode string|count int64|adminAccess *bool|tolerations []DeviceToleration|capacity *CapacityRequirements|derivedAttributes []DeviceDerivedAttribute 37-
resource/v1.NetworkDeviceData|interfaceName string|ips []string|hardwareAddress string
resource/v1.NodeAllocatableMapping|capacityKey *string|capacityMultiplier *Quantity|deviceMultiplier *Quantity
resource/v1.NodeAllocatableOverhead|perPod *Quantity|perContainer *Quantity
resource/v1.NodeAllocatableResource|mapping *NodeAllocatableMapping|overhead *NodeAllocatableOverhead
resource/v1.NodeAllocatableResourceMapping|capacityKey *string|allocationMultiplier *Quantity
resource/v1.OpaqueDeviceConfiguration|driver string|parameters RawExtension
resource/v1.ResourceClaim|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec ResourceClaimSpec|status ResourceClaimStatus
resource/v1.ResourceClaimConsumerReference|apiGroup string|resource string|name string|uid string
resource/v1.ResourceClaimSpec|devices DeviceClaim
resource/v1.ResourceClaimStatus|allocation *AllocationResult|reservedFor []ResourceClaimConsumerReference|devices []AllocatedDeviceStatus
resource/v1.ResourceClaimTemplate|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec ResourceClaimTemplateSpec
resource/v1.ResourceClaimTemplateSpec|metadata meta/v1.ObjectMeta|spec ResourceClaimSpec
resource/v1.ResourcePool|name string|generation int64|resourceSliceCount int64
resource/v1.ResourceSlice|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec ResourceSliceSpec
resource/v1.ResourceSliceSpec|driver string|pool ResourcePool|nodeName *string|nodeSelector *core/v1.NodeSelector|allNodes *bool|devices []Device|perDeviceNodeSelection *bool|sharedCounters []CounterSet|partitionTypeAttribute *string 37-|skipNodeOperations []string 37-
resource/v1alpha3.CELDeviceSelector|expression string
resource/v1alpha3.DeviceSelector|cel *CELDeviceSelector
resource/v1alpha3.DeviceTaint|key string|value string|effect string|timeAdded *Time
resource/v1alpha3.DeviceTaintRule|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec DeviceTaintRuleSpec|status DeviceTaintRuleStatus 35-
resource/v1alpha3.DeviceTaintRuleSpec|deviceSelector *DeviceTaintSelector|taint DeviceTaint
resource/v1alpha3.DeviceTaintRuleStatus|conditions []meta/v1.Condition
resource/v1alpha3.DeviceTaintSelector|driver *string|pool *string|device *string|deviceClassName *string 34-34|selectors []DeviceSelector 34-34
resource/v1alpha3.PartitionTypeStatus|attribute string|type string|total *int32|allocatable *int32
resource/v1alpha3.PoolStatus|driver string|poolName string|generation int64|resourceSliceCount *int32|totalDevices *int32|allocatedDevices *int32|availableDevices *int32|unavailableDevices *int32|nodeName *string|validationError *string|partitionSummary []PartitionTypeStatus 37-|shareableSummary *ShareableSummaryStatus 37-
resource/v1alpha3.ResourcePoolStatusRequest|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec ResourcePoolStatusRequestSpec|status *ResourcePoolStatusRequestStatus
resource/v1alpha3.ResourcePoolStatusRequestSpec|driver string|poolName *string|limit *int32|defaultPartitionTypeAttribute *string 37-
resource/v1alpha3.ResourcePoolStatusRequestStatus|poolCount *int32|pools []PoolStatus|conditions []meta/v1.Condition
resource/v1alpha3.ShareableCapacityStatus|name string|total *Quantity|consumed *Quantity|available *Quantity
resource/v1alpha3.ShareableSummaryStatus|fullyAvailableDevices *int32|partiallyAvailableDevices *int32|capacity []ShareableCapacityStatus
resource/v1beta1.AllocatedDeviceStatus|driver string|pool string|device string|shareID *string|conditions []meta/v1.Condition|data *RawExtension|networkData *NetworkDeviceData
resource/v1beta1.AllocationResult|devices DeviceAllocationResult|nodeSelector *core/v1.NodeSelector|allocationTimestamp *Time
resource/v1beta1.BasicDevice|attributes {}DeviceAttribute|capacity {}DeviceCapacity|consumesCounters []DeviceCounterConsumption|nodeName *string|nodeSelector *core/v1.NodeSelector|allNodes *bool|taints []DeviceTaint|bindsToNode *bool|bindingConditions []string|bindingFailureConditions []string|allowMultipleAllocations *bool|nodeAllocatableResources {}NodeAllocatableResource 37-|nodeAllocatableResourceMappings {}NodeAllocatableResourceMapping 36-36
resource/v1beta1.CELDeviceSelector|expression string
resource/v1beta1.CapacityRequestPolicy|default *Quantity|validValues []Quantity|validRange *CapacityRequestPolicyRange
resource/v1beta1.CapacityRequestPolicyRange|min *Quantity|max *Quantity|step *Quantity
resource/v1beta1.CapacityRequirements|requests {}Quantity
resource/v1beta1.Counter|value Quantity
resource/v1beta1.CounterSet|name string|counters {}Counter
resource/v1beta1.Device|name string|basic *BasicDevice
resource/v1beta1.DeviceAllocationConfiguration|source string|requests []string|opaque *OpaqueDeviceConfiguration
resource/v1beta1.DeviceAllocationResult|results []DeviceRequestAllocationResult|config []DeviceAllocationConfiguration
resource/v1beta1.DeviceAttribute|int *int64|bool *bool|string *string|version *string|ints []int64 36-|bools []bool 36-|strings []string 36-|versions []string 36-
resource/v1beta1.DeviceCapacity|value Quantity|requestPolicy *CapacityRequestPolicy
resource/v1beta1.DeviceClaim|requests []DeviceRequest|constraints []DeviceConstraint|config []DeviceClaimConfiguration
resource/v1beta1.DeviceClaimConfiguration|requests []string|opaque *OpaqueDeviceConfiguration
resource/v1beta1.DeviceClass|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec DeviceClassSpec
resource/v1beta1.DeviceClassConfiguration|opaque *OpaqueDeviceConfiguration
resource/v1beta1.DeviceClassSpec|selectors []DeviceSelector|config []DeviceClassConfiguration|extendedResourceName *string
resource/v1beta1.DeviceConfiguration|opaque *OpaqueDeviceConfiguration
resource/v1beta1.DeviceConstraint|requests []string|matchAttribute *string|distinctAttribute *string
resource/v1beta1.DeviceCounterConsumption|counterSet string|counters {}Counter|compatibilityGroups []string 37-
resource/v1beta1.DeviceDerivedAttribute|name string|expression string
resource/v1beta1.DeviceRequest|name string|deviceClassName string|selectors []DeviceSelector|allocationMode string|count int64|adminAccess *bool|firstAvailable []DeviceSubRequest|tolerations []DeviceToleration|capacity *CapacityRequirements|derivedAttributes []DeviceDerivedAttribute 37-
resource/v1beta1.DeviceRequestAllocationResult|request string|driver string|pool string|device string|adminAccess *bool|tolerations []DeviceToleration|bindingConditions []string|bindingFailureConditions []string|shareID *string|consumedCapacity {}Quantity|skipNodeOperations []string 37-
resource/v1beta1.DeviceSelector|cel *CELDeviceSelector
resource/v1beta1.DeviceSubRequest|name string|deviceClassName string|selectors []DeviceSelector|allocationMode string|count int64|tolerations []DeviceToleration|capacity *CapacityRequirements|derivedAttributes []DeviceDerivedAttribute 37-
resource/v1beta1.DeviceTaint|key string|value string|effect string|timeAdded *Time
resource/v1beta1.DeviceToleration|key string|operator string|value string|effect string|tolerationSeconds *int64
resource/v1beta1.NetworkDeviceData|interfaceName string|ips []string|hardwareAddress string
resource/v1beta1.NodeAllocatableMapping|capacityKey *string|capacityMultiplier *Quantity|deviceMultiplier *Quantity
resource/v1beta1.NodeAllocatableOverhead|perPod *Quantity|perContainer *Quantity
resource/v1beta1.NodeAllocatableResource|mapping *NodeAllocatableMapping|overhead *NodeAllocatableOverhead
resource/v1beta1.NodeAllocatableResourceMapping|capacityKey *string|allocationMultiplier *Quantity
resource/v1beta1.OpaqueDeviceConfiguration|driver string|parameters RawExtension
resource/v1beta1.ResourceClaim|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec ResourceClaimSpec|status ResourceClaimStatus
resource/v1beta1.ResourceClaimConsumerReference|apiGroup string|resource string|name string|uid string
resource/v1beta1.ResourceClaimSpec|devices DeviceClaim
resource/v1beta1.ResourceClaimStatus|allocation *AllocationResult|reservedFor []ResourceClaimConsumerReference|devices []AllocatedDeviceStatus
resource/v1beta1.ResourceClaimTemplate|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec ResourceClaimTemplateSpec
resource/v1beta1.ResourceClaimTemplateSpec|metadata meta/v1.ObjectMeta|spec ResourceClaimSpec
resource/v1beta1.ResourcePool|name string|generation int64|resourceSliceCount int64
resource/v1beta1.ResourceSlice|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec ResourceSliceSpec
resource/v1beta1.ResourceSliceSpec|driver string|pool ResourcePool|nodeName string|nodeSelector *core/v1.NodeSelector|allNodes bool|devices []Device|perDeviceNodeSelection *bool|sharedCounters []CounterSet|partitionTypeAttribute *string 37-|skipNodeOperations []string 37-
resource/v1beta2.AllocatedDeviceStatus|driver string|pool string|device string|shareID *string|conditions []meta/v1.Condition|data *RawExtension|networkData *NetworkDeviceData
resource/v1beta2.AllocationResult|devices DeviceAllocationResult|nodeSelector *core/v1.NodeSelector|allocationTimestamp *Time
resource/v1beta2.CELDeviceSelector|expression string
resource/v1beta2.CapacityRequestPolicy|default *Quantity|validValues []Quantity|validRange *CapacityRequestPolicyRange
resource/v1beta2.CapacityRequestPolicyRange|min *Quantity|max *Quantity|step *Quantity
resource/v1beta2.CapacityRequirements|requests {}Quantity
resource/v1beta2.Counter|value Quantity
resource/v1beta2.CounterSet|name string|counters {}Counter
resource/v1beta2.Device|name string|attributes {}DeviceAttribute|capacity {}DeviceCapacity|consumesCounters []DeviceCounterConsumption|nodeName *string|nodeSelector *core/v1.NodeSelector|allNodes *bool|taints []DeviceTaint|bindsToNode *bool|bindingConditions []string|bindingFailureConditions []string|allowMultipleAllocations *bool|nodeAllocatableResources {}NodeAllocatableResource 37-|nodeAllocatableResourceMappings {}NodeAllocatableResourceMapping 36-36
resource/v1beta2.DeviceAllocationConfiguration|source string|requests []string|opaque *OpaqueDeviceConfiguration
resource/v1beta2.DeviceAllocationResult|results []DeviceRequestAllocationResult|config []DeviceAllocationConfiguration
resource/v1beta2.DeviceAttribute|int *int64|bool *bool|string *string|version *string|ints []int64 36-|bools []bool 36-|strings []string 36-|versions []string 36-
resource/v1beta2.DeviceCapacity|value Quantity|requestPolicy *CapacityRequestPolicy
resource/v1beta2.DeviceClaim|requests []DeviceRequest|constraints []DeviceConstraint|config []DeviceClaimConfiguration
resource/v1beta2.DeviceClaimConfiguration|requests []string|opaque *OpaqueDeviceConfiguration
resource/v1beta2.DeviceClass|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec DeviceClassSpec
resource/v1beta2.DeviceClassConfiguration|opaque *OpaqueDeviceConfiguration
resource/v1beta2.DeviceClassSpec|selectors []DeviceSelector|config []DeviceClassConfiguration|extendedResourceName *string
resource/v1beta2.DeviceConfiguration|opaque *OpaqueDeviceConfiguration
resource/v1beta2.DeviceConstraint|requests []string|matchAttribute *string|distinctAttribute *string
resource/v1beta2.DeviceCounterConsumption|counterSet string|counters {}Counter|compatibilityGroups []string 37-
resource/v1beta2.DeviceDerivedAttribute|name string|expression string
resource/v1beta2.DeviceRequest|name string|exactly *ExactDeviceRequest|firstAvailable []DeviceSubRequest
resource/v1beta2.DeviceRequestAllocationResult|request string|driver string|pool string|device string|adminAccess *bool|tolerations []DeviceToleration|bindingConditions []string|bindingFailureConditions []string|shareID *string|consumedCapacity {}Quantity|skipNodeOperations []string 37-
resource/v1beta2.DeviceSelector|cel *CELDeviceSelector
resource/v1beta2.DeviceSubRequest|name string|deviceClassName string|selectors []DeviceSelector|allocationMode string|count int64|tolerations []DeviceToleration|capacity *CapacityRequirements|derivedAttributes []DeviceDerivedAttribute 37-
resource/v1beta2.DeviceTaint|key string|value string|effect string|timeAdded *Time
resource/v1beta2.DeviceTaintRule|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec DeviceTaintRuleSpec|status DeviceTaintRuleStatus
resource/v1beta2.DeviceTaintRuleSpec|deviceSelector *DeviceTaintSelector|taint DeviceTaint
resource/v1beta2.DeviceTaintRuleStatus|conditions []meta/v1.Condition
resource/v1beta2.DeviceTaintSelector|driver *string|pool *string|device *string
resource/v1beta2.DeviceToleration|key string|operator string|value string|effect string|tolerationSeconds *int64
resource/v1beta2.ExactDeviceRequest|deviceClassName string|selectors []DeviceSelector|allocationMode string|count int64|adminAccess *bool|tolerations []DeviceToleration|capacity *CapacityRequirements|derivedAttributes []DeviceDerivedAttribute 37-
resource/v1beta2.NetworkDeviceData|interfaceName string|ips []string|hardwareAddress string
resource/v1beta2.NodeAllocatableMapping|capacityKey *string|capacityMultiplier *Quantity|deviceMultiplier *Quantity
resource/v1beta2.NodeAllocatableOverhead|perPod *Quantity|perContainer *Quantity
resource/v1beta2.NodeAllocatableResource|mapping *NodeAllocatableMapping|overhead *NodeAllocatableOverhead
resource/v1beta2.NodeAllocatableResourceMapping|capacityKey *string|allocationMultiplier *Quantity
resource/v1beta2.OpaqueDeviceConfiguration|driver string|parameters RawExtension
resource/v1beta2.ResourceClaim|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec ResourceClaimSpec|status ResourceClaimStatus
resource/v1beta2.ResourceClaimConsumerReference|apiGroup string|resource string|name string|uid string
resource/v1beta2.ResourceClaimSpec|devices DeviceClaim
resource/v1beta2.ResourceClaimStatus|allocation *AllocationResult|reservedFor []ResourceClaimConsumerReference|devices []AllocatedDeviceStatus
resource/v1beta2.ResourceClaimTemplate|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec ResourceClaimTemplateSpec
resource/v1beta2.ResourceClaimTemplateSpec|metadata meta/v1.ObjectMeta|spec ResourceClaimSpec
resource/v1beta2.ResourcePool|name string|generation int64|resourceSliceCount int64
resource/v1beta2.ResourceSlice|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec ResourceSliceSpec
resource/v1beta2.ResourceSliceSpec|driver string|pool ResourcePool|nodeName *string|nodeSelector *core/v1.NodeSelector|allNodes *bool|devices []Device|perDeviceNodeSelection *bool|sharedCounters []CounterSet|partitionTypeAttribute *string 37-|skipNodeOperations []string 37-
scheduling/v1.PriorityClass|kind string|apiVersion string|metadata meta/v1.ObjectMeta|value int32|globalDefault bool|description string|preemptionPolicy *string
scheduling/v1alpha1.BasicSchedulingPolicy
scheduling/v1alpha1.GangSchedulingPolicy|minCount int32
scheduling/v1alpha1.PodGroup|name string|policy PodGroupPolicy
scheduling/v1alpha1.PodGroupPolicy|basic *BasicSchedulingPolicy|gang *GangSchedulingPolicy
scheduling/v1alpha1.PriorityClass|kind string|apiVersion string|metadata meta/v1.ObjectMeta|value int32|globalDefault bool|description string|preemptionPolicy *string
scheduling/v1alpha1.TypedLocalObjectReference|apiGroup string|kind string|name string
scheduling/v1alpha1.Workload|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec WorkloadSpec
scheduling/v1alpha1.WorkloadSpec|controllerRef *TypedLocalObjectReference|podGroups []PodGroup
scheduling/v1alpha2.BasicSchedulingPolicy
scheduling/v1alpha2.GangSchedulingPolicy|minCount int32
scheduling/v1alpha2.PodGroup|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec PodGroupSpec|status PodGroupStatus
scheduling/v1alpha2.PodGroupResourceClaim|name string|resourceClaimName *string|resourceClaimTemplateName *string
scheduling/v1alpha2.PodGroupResourceClaimStatus|name string|resourceClaimName *string
scheduling/v1alpha2.PodGroupSchedulingConstraints|topology []TopologyConstraint
scheduling/v1alpha2.PodGroupSchedulingPolicy|basic *BasicSchedulingPolicy|gang *GangSchedulingPolicy
scheduling/v1alpha2.PodGroupSpec|podGroupTemplateRef *PodGroupTemplateReference|schedulingPolicy PodGroupSchedulingPolicy|schedulingConstraints *PodGroupSchedulingConstraints|resourceClaims []PodGroupResourceClaim|disruptionMode *string|priorityClassName string|priority *int32
scheduling/v1alpha2.PodGroupStatus|conditions []meta/v1.Condition|resourceClaimStatuses []PodGroupResourceClaimStatus
scheduling/v1alpha2.PodGroupTemplate|name string|schedulingPolicy PodGroupSchedulingPolicy|schedulingConstraints *PodGroupSchedulingConstraints|resourceClaims []PodGroupResourceClaim|disruptionMode *string|priorityClassName string|priority *int32
scheduling/v1alpha2.PodGroupTemplateReference|workload *WorkloadPodGroupTemplateReference
scheduling/v1alpha2.TopologyConstraint|key string
scheduling/v1alpha2.TypedLocalObjectReference|apiGroup string|kind string|name string
scheduling/v1alpha2.Workload|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec WorkloadSpec
scheduling/v1alpha2.WorkloadPodGroupTemplateReference|workloadName string|podGroupTemplateName string
scheduling/v1alpha2.WorkloadSpec|controllerRef *TypedLocalObjectReference|podGroupTemplates []PodGroupTemplate
scheduling/v1alpha3.AllCompositeDisruptionMode
scheduling/v1alpha3.AllDisruptionMode
scheduling/v1alpha3.BasicSchedulingPolicy
scheduling/v1alpha3.CompositeBasicSchedulingPolicy
scheduling/v1alpha3.CompositeDisruptionMode|single *SingleCompositeDisruptionMode|all *AllCompositeDisruptionMode
scheduling/v1alpha3.CompositeGangSchedulingPolicy|minGroupCount int32
scheduling/v1alpha3.CompositePodGroupSchedulingConstraints|topology []TopologyConstraint
scheduling/v1alpha3.CompositePodGroupSchedulingPolicy|basic *CompositeBasicSchedulingPolicy|gang *CompositeGangSchedulingPolicy
scheduling/v1alpha3.CompositePodGroupTemplate|name string|schedulingPolicy CompositePodGroupSchedulingPolicy|schedulingConstraints *CompositePodGroupSchedulingConstraints|disruptionMode *CompositeDisruptionMode|priorityClassName string|priority *int32|preemptionPolicy *string|podGroupTemplates []PodGroupTemplate|compositePodGroupTemplates []CompositePodGroupTemplate
scheduling/v1alpha3.DisruptionMode|single *SingleDisruptionMode|all *AllDisruptionMode
scheduling/v1alpha3.GangSchedulingPolicy|minCount int32
scheduling/v1alpha3.PodGroup|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec PodGroupSpec|status PodGroupStatus
scheduling/v1alpha3.PodGroupResourceClaim|name string|resourceClaimName *string|resourceClaimTemplateName *string
scheduling/v1alpha3.PodGroupResourceClaimStatus|name string|resourceClaimName *string
scheduling/v1alpha3.PodGroupSchedulingConstraints|topology []TopologyConstraint
scheduling/v1alpha3.PodGroupSchedulingPolicy|basic *BasicSchedulingPolicy|gang *GangSchedulingPolicy
scheduling/v1alpha3.PodGroupSpec|parentCompositePodGroupName *string|workloadRef *WorkloadReference|schedulingPolicy PodGroupSchedulingPolicy|schedulingConstraints *PodGroupSchedulingConstraints|resourceClaims []PodGroupResourceClaim|disruptionMode *DisruptionMode|priorityClassName string|priority *int32|preemptionPolicy *string
scheduling/v1alpha3.PodGroupStatus|conditions []meta/v1.Condition|resourceClaimStatuses []PodGroupResourceClaimStatus
scheduling/v1alpha3.PodGroupTemplate|name string|schedulingPolicy PodGroupSchedulingPolicy|schedulingConstraints *PodGroupSchedulingConstraints|resourceClaims []PodGroupResourceClaim|disruptionMode *DisruptionMode|priorityClassName string|priority *int32|preemptionPolicy *string
scheduling/v1alpha3.SingleCompositeDisruptionMode
scheduling/v1alpha3.SingleDisruptionMode
scheduling/v1alpha3.TopologyConstraint|key string
scheduling/v1alpha3.TypedLocalObjectReference|apiGroup string|kind string|name string
scheduling/v1alpha3.Workload|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec WorkloadSpec
scheduling/v1alpha3.WorkloadPodGroupAllDisruptionMode
scheduling/v1alpha3.WorkloadPodGroupBasicSchedulingPolicy
scheduling/v1alpha3.WorkloadPodGroupDisruptionMode|single *WorkloadPodGroupSingleDisruptionMode|all *WorkloadPodGroupAllDisruptionMode
scheduling/v1alpha3.WorkloadPodGroupGangSchedulingPolicy|minCount *int32
scheduling/v1alpha3.WorkloadPodGroupResourceClaim|name string|resourceClaimName *string|resourceClaimTemplateName *string
scheduling/v1alpha3.WorkloadPodGroupSchedulingConstraints|topology []TopologyConstraint
scheduling/v1alpha3.WorkloadPodGroupSchedulingPolicy|basic *WorkloadPodGroupBasicSchedulingPolicy|gang *WorkloadPodGroupGangSchedulingPolicy
scheduling/v1alpha3.WorkloadPodGroupSingleDisruptionMode
scheduling/v1alpha3.WorkloadReference|workloadName string|templateName string
scheduling/v1alpha3.WorkloadSpec|controllerRef *TypedLocalObjectReference|podGroupTemplates []PodGroupTemplate|compositePodGroupTemplates []CompositePodGroupTemplate
scheduling/v1beta1.AllCompositeDisruptionMode
scheduling/v1beta1.AllDisruptionMode
scheduling/v1beta1.BasicSchedulingPolicy
scheduling/v1beta1.CompositeBasicSchedulingPolicy
scheduling/v1beta1.CompositeDisruptionMode|single *SingleCompositeDisruptionMode|all *AllCompositeDisruptionMode
scheduling/v1beta1.CompositeGangSchedulingPolicy|minGroupCount int32
scheduling/v1beta1.CompositePodGroupSchedulingConstraints|topology []TopologyConstraint
scheduling/v1beta1.CompositePodGroupSchedulingPolicy|basic *CompositeBasicSchedulingPolicy|gang *CompositeGangSchedulingPolicy
scheduling/v1beta1.CompositePodGroupTemplate|name string|schedulingPolicy CompositePodGroupSchedulingPolicy|schedulingConstraints *CompositePodGroupSchedulingConstraints|disruptionMode *CompositeDisruptionMode|priorityClassName string|priority *int32|preemptionPolicy *string|podGroupTemplates []PodGroupTemplate|compositePodGroupTemplates []CompositePodGroupTemplate
scheduling/v1beta1.DisruptionMode|single *SingleDisruptionMode|all *AllDisruptionMode
scheduling/v1beta1.GangSchedulingPolicy|minCount int32
scheduling/v1beta1.PodGroup|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec PodGroupSpec|status PodGroupStatus
scheduling/v1beta1.PodGroupResourceClaim|name string|resourceClaimName *string|resourceClaimTemplateName *string
scheduling/v1beta1.PodGroupResourceClaimStatus|name string|resourceClaimName *string
scheduling/v1beta1.PodGroupSchedulingConstraints|topology []TopologyConstraint
scheduling/v1beta1.PodGroupSchedulingPolicy|basic *BasicSchedulingPolicy|gang *GangSchedulingPolicy
scheduling/v1beta1.PodGroupSpec|parentCompositePodGroupName *string|workloadRef *WorkloadReference|schedulingPolicy PodGroupSchedulingPolicy|schedulingConstraints *PodGroupSchedulingConstraints|resourceClaims []PodGroupResourceClaim|disruptionMode *DisruptionMode|priorityClassName string|priority *int32|preemptionPolicy *string
scheduling/v1beta1.PodGroupStatus|conditions []meta/v1.Condition|resourceClaimStatuses []PodGroupResourceClaimStatus
scheduling/v1beta1.PodGroupTemplate|name string|schedulingPolicy PodGroupSchedulingPolicy|schedulingConstraints *PodGroupSchedulingConstraints|resourceClaims []PodGroupResourceClaim|disruptionMode *DisruptionMode|priorityClassName string|priority *int32|preemptionPolicy *string
scheduling/v1beta1.SingleCompositeDisruptionMode
scheduling/v1beta1.SingleDisruptionMode
scheduling/v1beta1.TopologyConstraint|key string
scheduling/v1beta1.TypedLocalObjectReference|apiGroup string|kind string|name string
scheduling/v1beta1.Workload|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec WorkloadSpec
scheduling/v1beta1.WorkloadReference|workloadName string|templateName string
scheduling/v1beta1.WorkloadSpec|controllerRef *TypedLocalObjectReference|podGroupTemplates []PodGroupTemplate|compositePodGroupTemplates []CompositePodGroupTemplate
storage/v1.CSIDriver|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec CSIDriverSpec
storage/v1.CSIDriverSpec|attachRequired *bool|podInfoOnMount *bool|volumeLifecycleModes []string|storageCapacity *bool|fsGroupPolicy *string|tokenRequests []TokenRequest|requiresRepublish *bool|seLinuxMount *bool|nodeAllocatableUpdatePeriodSeconds *int64|serviceAccountTokenInSecrets *bool 35-|preventPodSchedulingIfMissing *bool 36-
storage/v1.CSINode|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec CSINodeSpec|status CSINodeStatus 37-
storage/v1.CSINodeDriver|name string|nodeID string|topologyKeys []string|allocatable *VolumeNodeResources
storage/v1.CSINodeSpec|drivers []CSINodeDriver
storage/v1.CSINodeStatus|storageHealth []StorageHealth
storage/v1.CSIStorageCapacity|kind string|apiVersion string|metadata meta/v1.ObjectMeta|nodeTopology *meta/v1.LabelSelector|storageClassName string|capacity *Quantity|maximumVolumeSize *Quantity
storage/v1.StorageClass|kind string|apiVersion string|metadata meta/v1.ObjectMeta|provisioner string|parameters {}string|reclaimPolicy *string|mountOptions []string|allowVolumeExpansion *bool|volumeBindingMode *string|allowedTopologies []core/v1.TopologySelectorTerm
storage/v1.StorageHealth|name string|healthConditions []StorageHealthCondition
storage/v1.StorageHealthCondition|status string|reason string|message string|accessMode *string|volumeMode *string|lastTransitionTime Time
storage/v1.TokenRequest|audience string|expirationSeconds *int64
storage/v1.VolumeAttachment|kind string|apiVersion string|metadata meta/v1.ObjectMeta|spec VolumeAttachmentSpec|status VolumeAttachmentStatus
storage/v1.VolumeAttachmentSource|persistentVolumeName *string|inlineVolumeSpec *core/v1.PersistentVolumeSpec
storage/v1.VolumeAttachmentSpec|attacher string|source VolumeAttachmentSource|nodeName string
storage/v1.VolumeAttachmentStatus|attached bool|attachmentMetadata {}string|attachError *VolumeError|detachError *VolumeError
storage/v1.VolumeError|time Time|message string|errorCode *int32
storage/v1.VolumeNodeResources|count *int32`;
