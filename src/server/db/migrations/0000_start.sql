CREATE TABLE "access_requests" (
	"tenant_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"access" text DEFAULT 'admin' NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'Open' NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	"note" text,
	CONSTRAINT "access_requests_tenant_id_request_id_pk" PRIMARY KEY("tenant_id","request_id")
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"issued_in_tenant_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"tenant_id" uuid NOT NULL,
	"token_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"scope" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_tokens_tenant_id_token_id_pk" PRIMARY KEY("tenant_id","token_id")
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"tenant_id" uuid NOT NULL,
	"feed_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"category_id" uuid,
	"project_id" uuid,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_read_at" timestamp (3) with time zone,
	CONSTRAINT "calendar_feeds_tenant_id_feed_id_pk" PRIMARY KEY("tenant_id","feed_id")
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"tenant_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"capacity" integer DEFAULT 1 NOT NULL,
	"changeovers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"shift_id" uuid,
	"sequence" integer DEFAULT 0 NOT NULL,
	"kind" text DEFAULT 'inside' NOT NULL,
	"supplier" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "categories_tenant_id_category_id_pk" PRIMARY KEY("tenant_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "change_sets" (
	"tenant_id" uuid NOT NULL,
	"change_id" text NOT NULL,
	"ordinal" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"door" text NOT NULL,
	"summary" jsonb NOT NULL,
	"undo_right" text NOT NULL,
	"undone" boolean DEFAULT false NOT NULL,
	"tip_id" text,
	"tip_ordinal" uuid,
	CONSTRAINT "change_sets_tenant_id_change_id_pk" PRIMARY KEY("tenant_id","change_id")
);
--> statement-breakpoint
CREATE TABLE "floor_devices" (
	"tenant_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"name" text NOT NULL,
	"category_ids" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"code_hash" text,
	"code_expires_at" timestamp (3) with time zone,
	"credential_hash" text,
	"signed_in_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone,
	CONSTRAINT "floor_devices_tenant_id_device_id_pk" PRIMARY KEY("tenant_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "forecast_claims" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"claimed_by" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forecasts" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"plan_version" bigint NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	"operation_count" integer NOT NULL,
	"compared_with" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operation_forecasts" (
	"tenant_id" uuid NOT NULL,
	"operation_id" uuid NOT NULL,
	"of_project_id" uuid,
	"forecast_start" timestamp (3) with time zone,
	"forecast_end" timestamp (3) with time zone,
	"need_by" timestamp (3) with time zone,
	"ends_by" timestamp (3) with time zone,
	"slack_days" double precision,
	"standing" text NOT NULL,
	"days_overdue" integer NOT NULL,
	"behind_plan" boolean NOT NULL,
	"blocked" boolean NOT NULL,
	"verdict" jsonb,
	"recovered_at" timestamp (3) with time zone,
	"overdue_since" timestamp (3) with time zone,
	CONSTRAINT "operation_forecasts_tenant_id_operation_id_pk" PRIMARY KEY("tenant_id","operation_id")
);
--> statement-breakpoint
CREATE TABLE "project_forecasts" (
	"tenant_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"state" text NOT NULL,
	"planned_completion" timestamp (3) with time zone,
	"completion" timestamp (3) with time zone,
	"slack_days" double precision,
	"lateness_days" integer,
	"past_due_days" integer,
	"parts" jsonb,
	"tab_counts" integer[],
	"tab_hours" double precision[],
	"tab_blocked" integer[],
	CONSTRAINT "project_forecasts_tenant_id_project_id_pk" PRIMARY KEY("tenant_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "project_remedies" (
	"tenant_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"plan_version" bigint NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	"remedies" jsonb NOT NULL,
	CONSTRAINT "project_remedies_tenant_id_project_id_pk" PRIMARY KEY("tenant_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "history_entries" (
	"tenant_id" uuid NOT NULL,
	"history_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
	"user_name" text NOT NULL,
	"door" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"project_id" uuid,
	"action" text NOT NULL,
	"changes" jsonb NOT NULL,
	"request_id" text NOT NULL,
	CONSTRAINT "history_entries_tenant_id_history_id_pk" PRIMARY KEY("tenant_id","history_id")
);
--> statement-breakpoint
CREATE TABLE "calendar_exceptions" (
	"tenant_id" uuid NOT NULL,
	"exception_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"category_id" uuid,
	"units" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "calendar_exceptions_tenant_id_exception_id_pk" PRIMARY KEY("tenant_id","exception_id")
);
--> statement-breakpoint
CREATE TABLE "holiday_templates" (
	"tenant_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"name" text NOT NULL,
	"items" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "holiday_templates_tenant_id_template_id_pk" PRIMARY KEY("tenant_id","template_id")
);
--> statement-breakpoint
CREATE TABLE "holidays" (
	"tenant_id" uuid NOT NULL,
	"holiday_id" uuid NOT NULL,
	"name" text NOT NULL,
	"date" date NOT NULL,
	"rule" jsonb,
	"from_minute" integer,
	"to_minute" integer,
	"category_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "holidays_tenant_id_holiday_id_pk" PRIMARY KEY("tenant_id","holiday_id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" integer,
	"response" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_tenant_id_user_id_route_key_pk" PRIMARY KEY("tenant_id","user_id","route","key")
);
--> statement-breakpoint
CREATE TABLE "lateness_digests" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"day" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"mail_id" uuid PRIMARY KEY NOT NULL,
	"about_tenant_id" uuid,
	"message" jsonb NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"notification_id" uuid NOT NULL,
	"cause" jsonb NOT NULL,
	"subject" jsonb,
	"type" text NOT NULL,
	"category" text NOT NULL,
	"priority" text NOT NULL,
	"title" text,
	"message" text,
	"actions" jsonb,
	"cause_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "notifications_tenant_id_user_id_notification_id_pk" PRIMARY KEY("tenant_id","user_id","notification_id")
);
--> statement-breakpoint
CREATE TABLE "told_standings" (
	"tenant_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"standing" text NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "told_standings_tenant_id_project_id_pk" PRIMARY KEY("tenant_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "operation_snoozes" (
	"tenant_id" uuid NOT NULL,
	"operation_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "operation_snoozes_tenant_id_operation_id_pk" PRIMARY KEY("tenant_id","operation_id")
);
--> statement-breakpoint
CREATE TABLE "operation_dependencies" (
	"tenant_id" uuid NOT NULL,
	"operation_id" uuid NOT NULL,
	"predecessor_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"lag_hours" double precision DEFAULT 0 NOT NULL,
	"lag_unit" text DEFAULT 'working' NOT NULL,
	"max_lag_hours" double precision,
	"overlap_percent" double precision,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "operation_dependencies_tenant_id_operation_id_predecessor_id_pk" PRIMARY KEY("tenant_id","operation_id","predecessor_id")
);
--> statement-breakpoint
CREATE TABLE "operations" (
	"tenant_id" uuid NOT NULL,
	"operation_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'Pending' NOT NULL,
	"progress_percent" double precision DEFAULT 0 NOT NULL,
	"duration_hours" double precision DEFAULT 0 NOT NULL,
	"actual_start_date" timestamp (3) with time zone,
	"actual_end_date" timestamp (3) with time zone,
	"category_id" uuid,
	"pool_id" uuid,
	"alternatives" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"category_fixed" boolean DEFAULT false NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"on_hold" boolean DEFAULT false NOT NULL,
	"hold_reason" text DEFAULT '' NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"material_ready_date" timestamp (3) with time zone,
	"material_note" text DEFAULT '' NOT NULL,
	"setup_hours" double precision,
	"hours_per_piece" double precision,
	"quantity" double precision,
	"setup_family" text DEFAULT '' NOT NULL,
	"external_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "operations_tenant_id_operation_id_pk" PRIMARY KEY("tenant_id","operation_id"),
	CONSTRAINT "operations_actual_in_order" CHECK ("operations"."actual_end_date" >= "operations"."actual_start_date")
);
--> statement-breakpoint
CREATE TABLE "placements" (
	"tenant_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"operation_id" uuid NOT NULL,
	"scheduled_start_date" timestamp (3) with time zone,
	"scheduled_end_date" timestamp (3) with time zone,
	"placement" "bytea",
	"moves" integer DEFAULT 0 NOT NULL,
	"moved_at" timestamp (3) with time zone,
	"moved_by" text,
	"moved_version" integer,
	"by_hand" boolean DEFAULT false NOT NULL,
	"made_start_date" timestamp (3) with time zone,
	"made_end_date" timestamp (3) with time zone,
	"category_id" uuid,
	"made_category_id" uuid,
	CONSTRAINT "placements_tenant_id_plan_id_operation_id_pk" PRIMARY KEY("tenant_id","plan_id","operation_id"),
	CONSTRAINT "placements_in_order" CHECK ("placements"."scheduled_end_date" >= "placements"."scheduled_start_date"),
	CONSTRAINT "placements_made_in_order" CHECK ("placements"."made_end_date" >= "placements"."made_start_date")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"tenant_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"run_id" uuid,
	"name" text DEFAULT '' NOT NULL,
	"size" integer DEFAULT 0 NOT NULL,
	"based_on" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "plans_tenant_id_plan_id_pk" PRIMARY KEY("tenant_id","plan_id")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"tenant_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"project_number" text NOT NULL,
	"project_name" text NOT NULL,
	"short_name" text DEFAULT '' NOT NULL,
	"customer_name" text DEFAULT '' NOT NULL,
	"priority" integer DEFAULT 50 NOT NULL,
	"status" text DEFAULT 'New' NOT NULL,
	"current_phase" text DEFAULT 'engineering' NOT NULL,
	"progress_percent" double precision DEFAULT 0 NOT NULL,
	"customer_release_date" timestamp (3) with time zone,
	"engineering_release_date" timestamp (3) with time zone,
	"production_start_date" timestamp (3) with time zone,
	"planned_ship_date" timestamp (3) with time zone,
	"actual_ship_date" timestamp (3) with time zone,
	"description" text DEFAULT '' NOT NULL,
	"external_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "projects_tenant_id_project_id_pk" PRIMARY KEY("tenant_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "proposal_parts" (
	"tenant_id" uuid NOT NULL,
	"proposal_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"rows_json" text NOT NULL,
	CONSTRAINT "proposal_parts_tenant_id_proposal_id_part_pk" PRIMARY KEY("tenant_id","proposal_id","part")
);
--> statement-breakpoint
CREATE TABLE "proposal_results" (
	"tenant_id" uuid NOT NULL,
	"proposal_id" uuid NOT NULL,
	"result" jsonb NOT NULL,
	CONSTRAINT "proposal_results_tenant_id_proposal_id_pk" PRIMARY KEY("tenant_id","proposal_id")
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"tenant_id" uuid NOT NULL,
	"proposal_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"changes" jsonb NOT NULL,
	"method" text NOT NULL,
	"plan_version" bigint NOT NULL,
	"summary" jsonb NOT NULL,
	"moved_operations" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text NOT NULL,
	"created_by_user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	"applied_by" text,
	"applied_at" timestamp (3) with time zone,
	"applied_change_id" text,
	"asked_by" text,
	"asked_by_user_id" uuid,
	"asked_at" timestamp (3) with time zone,
	"ask_note" text,
	"declined_by" text,
	"declined_at" timestamp (3) with time zone,
	"decline_word" text,
	CONSTRAINT "proposals_tenant_id_proposal_id_pk" PRIMARY KEY("tenant_id","proposal_id")
);
--> statement-breakpoint
CREATE TABLE "routing_templates" (
	"tenant_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"name" text NOT NULL,
	"operations" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "routing_templates_tenant_id_template_id_pk" PRIMARY KEY("tenant_id","template_id")
);
--> statement-breakpoint
CREATE TABLE "saved_view_defaults" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"screen" text NOT NULL,
	"view_id" uuid NOT NULL,
	CONSTRAINT "saved_view_defaults_tenant_id_user_id_screen_pk" PRIMARY KEY("tenant_id","user_id","screen")
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"tenant_id" uuid NOT NULL,
	"view_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"owner_name" text NOT NULL,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"search" jsonb NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "saved_views_tenant_id_view_id_pk" PRIMARY KEY("tenant_id","view_id")
);
--> statement-breakpoint
CREATE TABLE "run_results" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"result" jsonb NOT NULL,
	CONSTRAINT "run_results_tenant_id_run_id_pk" PRIMARY KEY("tenant_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "scheduling_runs" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"project_id" uuid,
	"project_ids" jsonb,
	"preview" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"cause" text DEFAULT 'none' NOT NULL,
	"progress" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"cancel_requested" boolean DEFAULT false NOT NULL,
	"end_search_requested" boolean DEFAULT false NOT NULL,
	"seed" integer DEFAULT 1 NOT NULL,
	"effort" text DEFAULT 'quick' NOT NULL,
	"input_version" bigint,
	"worker_id" text,
	"lease_until" timestamp (3) with time zone,
	"started_by" text NOT NULL,
	"started_by_user_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"reverted_at" timestamp (3) with time zone,
	"cleared_outdated" jsonb,
	CONSTRAINT "scheduling_runs_tenant_id_run_id_pk" PRIMARY KEY("tenant_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "pending_sign_ins" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"remember_me" boolean NOT NULL,
	"sign_in_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"last_step" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"sign_in_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"outcome" text NOT NULL,
	"entered_tenant_id" uuid
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"device_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"known_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_devices_device_hash_user_id_pk" PRIMARY KEY("device_hash","user_id")
);
--> statement-breakpoint
CREATE TABLE "notification_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"session_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"current_tenant_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"session_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"current_tenant_id" uuid,
	"remember_me" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_throttle" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "shifts" (
	"tenant_id" uuid NOT NULL,
	"shift_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"versions" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "shifts_tenant_id_shift_id_pk" PRIMARY KEY("tenant_id","shift_id")
);
--> statement-breakpoint
CREATE TABLE "shop_changes" (
	"tenant_id" uuid NOT NULL,
	"number" bigint NOT NULL,
	"project_ids" uuid[] NOT NULL,
	"whole" boolean NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_changes_tenant_id_number_pk" PRIMARY KEY("tenant_id","number")
);
--> statement-breakpoint
CREATE TABLE "pending_single_sign_ons" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"remember_me" boolean NOT NULL,
	"return_path" text,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "single_sign_on_links" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"linked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "single_sign_on_links_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "status_links" (
	"tenant_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"shows_forecast" boolean NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"opened_count" integer DEFAULT 0 NOT NULL,
	"last_opened_at" timestamp (3) with time zone,
	CONSTRAINT "status_links_tenant_id_link_id_pk" PRIMARY KEY("tenant_id","link_id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"tenant_id" uuid NOT NULL,
	"invitation_id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"display_name" text NOT NULL,
	"role" text DEFAULT 'User' NOT NULL,
	"access" text DEFAULT 'plan' NOT NULL,
	"work_center_ids" jsonb,
	"token_hash" text,
	"link_expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_tenant_id_invitation_id_pk" PRIMARY KEY("tenant_id","invitation_id")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"access" text DEFAULT 'plan' NOT NULL,
	"work_center_ids" jsonb,
	"role" text DEFAULT 'User' NOT NULL,
	"status" text DEFAULT 'Active' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "tenants" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'Active' NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"freeze_working_days" integer DEFAULT 0 NOT NULL,
	"default_shift_id" uuid,
	"closed_day_rule" text DEFAULT 'shift' NOT NULL,
	"week_starts_on" integer DEFAULT 1 NOT NULL,
	"project_number_prefix" text DEFAULT '' NOT NULL,
	"last_project_number" integer DEFAULT 1000 NOT NULL,
	"plan_version" bigint DEFAULT 0 NOT NULL,
	"change_number" bigint DEFAULT 0 NOT NULL,
	"plan_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"plan_outdated" jsonb,
	"told_plan_version" bigint DEFAULT 0 NOT NULL,
	"told_day" text,
	"import_columns" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"planners_change_working_time" boolean DEFAULT true NOT NULL,
	"planners_apply_plans" boolean DEFAULT true NOT NULL,
	"keep_history_years" integer,
	"history_from" timestamp (3) with time zone,
	"sample_shop" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"display_name" text NOT NULL,
	"avatar_url" text,
	"password_hash" text,
	"second_factor_at" timestamp (3) with time zone,
	"is_super_admin" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'Active' NOT NULL,
	"preferences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_sign_in_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"tenant_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"answer_status" integer,
	"problem" text,
	CONSTRAINT "webhook_deliveries_tenant_id_delivery_id_pk" PRIMARY KEY("tenant_id","delivery_id")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"tenant_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "webhooks_tenant_id_webhook_id_pk" PRIMARY KEY("tenant_id","webhook_id")
);
--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_issued_in_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("issued_in_tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_tenant_id_shift_id_shifts_tenant_id_shift_id_fk" FOREIGN KEY ("tenant_id","shift_id") REFERENCES "public"."shifts"("tenant_id","shift_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_sets" ADD CONSTRAINT "change_sets_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_devices" ADD CONSTRAINT "floor_devices_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_claims" ADD CONSTRAINT "forecast_claims_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecasts" ADD CONSTRAINT "forecasts_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_forecasts" ADD CONSTRAINT "operation_forecasts_tenant_id_operation_id_operations_tenant_id_operation_id_fk" FOREIGN KEY ("tenant_id","operation_id") REFERENCES "public"."operations"("tenant_id","operation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_forecasts" ADD CONSTRAINT "project_forecasts_tenant_id_project_id_projects_tenant_id_project_id_fk" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."projects"("tenant_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_remedies" ADD CONSTRAINT "project_remedies_tenant_id_project_id_projects_tenant_id_project_id_fk" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."projects"("tenant_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history_entries" ADD CONSTRAINT "history_entries_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_exceptions" ADD CONSTRAINT "calendar_exceptions_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_exceptions" ADD CONSTRAINT "calendar_exceptions_tenant_id_category_id_categories_tenant_id_category_id_fk" FOREIGN KEY ("tenant_id","category_id") REFERENCES "public"."categories"("tenant_id","category_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holiday_templates" ADD CONSTRAINT "holiday_templates_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holidays" ADD CONSTRAINT "holidays_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holidays" ADD CONSTRAINT "holidays_tenant_id_category_id_categories_tenant_id_category_id_fk" FOREIGN KEY ("tenant_id","category_id") REFERENCES "public"."categories"("tenant_id","category_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lateness_digests" ADD CONSTRAINT "lateness_digests_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_about_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("about_tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_standings" ADD CONSTRAINT "told_standings_tenant_id_project_id_projects_tenant_id_project_id_fk" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."projects"("tenant_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_snoozes" ADD CONSTRAINT "operation_snoozes_tenant_id_operation_id_operations_tenant_id_operation_id_fk" FOREIGN KEY ("tenant_id","operation_id") REFERENCES "public"."operations"("tenant_id","operation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_dependencies" ADD CONSTRAINT "operation_dependencies_tenant_id_operation_id_operations_tenant_id_operation_id_fk" FOREIGN KEY ("tenant_id","operation_id") REFERENCES "public"."operations"("tenant_id","operation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_dependencies" ADD CONSTRAINT "operation_dependencies_tenant_id_predecessor_id_operations_tenant_id_operation_id_fk" FOREIGN KEY ("tenant_id","predecessor_id") REFERENCES "public"."operations"("tenant_id","operation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_tenant_id_project_id_projects_tenant_id_project_id_fk" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."projects"("tenant_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_tenant_id_category_id_categories_tenant_id_category_id_fk" FOREIGN KEY ("tenant_id","category_id") REFERENCES "public"."categories"("tenant_id","category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_tenant_id_pool_id_categories_tenant_id_category_id_fk" FOREIGN KEY ("tenant_id","pool_id") REFERENCES "public"."categories"("tenant_id","category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "placements" ADD CONSTRAINT "placements_tenant_id_plan_id_plans_tenant_id_plan_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","plan_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_parts" ADD CONSTRAINT "proposal_parts_tenant_id_proposal_id_proposals_tenant_id_proposal_id_fk" FOREIGN KEY ("tenant_id","proposal_id") REFERENCES "public"."proposals"("tenant_id","proposal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_results" ADD CONSTRAINT "proposal_results_tenant_id_proposal_id_proposals_tenant_id_proposal_id_fk" FOREIGN KEY ("tenant_id","proposal_id") REFERENCES "public"."proposals"("tenant_id","proposal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "routing_templates" ADD CONSTRAINT "routing_templates_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view_defaults" ADD CONSTRAINT "saved_view_defaults_tenant_id_view_id_saved_views_tenant_id_view_id_fk" FOREIGN KEY ("tenant_id","view_id") REFERENCES "public"."saved_views"("tenant_id","view_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_results" ADD CONSTRAINT "run_results_tenant_id_run_id_scheduling_runs_tenant_id_run_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."scheduling_runs"("tenant_id","run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduling_runs" ADD CONSTRAINT "scheduling_runs_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD CONSTRAINT "pending_sign_ins_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_entered_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("entered_tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_tokens" ADD CONSTRAINT "notification_tokens_session_hash_sessions_session_hash_fk" FOREIGN KEY ("session_hash") REFERENCES "public"."sessions"("session_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_changes" ADD CONSTRAINT "shop_changes_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "single_sign_on_links" ADD CONSTRAINT "single_sign_on_links_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_links" ADD CONSTRAINT "status_links_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_tenant_id_webhook_id_webhooks_tenant_id_webhook_id_fk" FOREIGN KEY ("tenant_id","webhook_id") REFERENCES "public"."webhooks"("tenant_id","webhook_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_requests_one_open" ON "access_requests" USING btree ("tenant_id","user_id") WHERE status = 'Open';--> statement-breakpoint
CREATE INDEX "access_requests_asked" ON "access_requests" USING btree ("tenant_id","requested_at");--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "api_tokens_token" ON "api_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "api_tokens_user" ON "api_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "calendar_feeds_token" ON "calendar_feeds" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "calendar_feeds_user" ON "calendar_feeds" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "categories_name_key" ON "categories" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE INDEX "change_sets_ordinal" ON "change_sets" USING btree ("tenant_id","ordinal");--> statement-breakpoint
CREATE INDEX "change_sets_user" ON "change_sets" USING btree ("tenant_id","user_id","ordinal");--> statement-breakpoint
CREATE INDEX "floor_devices_code" ON "floor_devices" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "floor_devices_credential" ON "floor_devices" USING btree ("credential_hash");--> statement-breakpoint
CREATE INDEX "operation_forecasts_standing" ON "operation_forecasts" USING btree ("tenant_id","standing","ends_by");--> statement-breakpoint
CREATE INDEX "operation_forecasts_behind" ON "operation_forecasts" USING btree ("tenant_id","operation_id") WHERE behind_plan;--> statement-breakpoint
CREATE INDEX "operation_forecasts_recovered" ON "operation_forecasts" USING btree ("tenant_id","recovered_at") WHERE recovered_at is not null;--> statement-breakpoint
CREATE INDEX "history_entity" ON "history_entries" USING btree ("tenant_id","entity","entity_id","at");--> statement-breakpoint
CREATE INDEX "history_at" ON "history_entries" USING btree ("tenant_id","at","history_id");--> statement-breakpoint
CREATE INDEX "history_request" ON "history_entries" USING btree ("tenant_id","request_id");--> statement-breakpoint
CREATE INDEX "history_project" ON "history_entries" USING btree ("tenant_id","project_id","at");--> statement-breakpoint
CREATE INDEX "holidays_date" ON "holidays" USING btree ("tenant_id","date");--> statement-breakpoint
CREATE INDEX "mail_outbox_due" ON "mail_outbox" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "notifications_cause" ON "notifications" USING btree ("tenant_id","cause_key");--> statement-breakpoint
CREATE INDEX "operation_dependencies_project" ON "operation_dependencies" USING btree ("tenant_id","project_id");--> statement-breakpoint
CREATE INDEX "operation_dependencies_predecessor" ON "operation_dependencies" USING btree ("tenant_id","predecessor_id");--> statement-breakpoint
CREATE INDEX "operations_project" ON "operations" USING btree ("tenant_id","project_id","sequence");--> statement-breakpoint
CREATE INDEX "operations_category" ON "operations" USING btree ("tenant_id","category_id");--> statement-breakpoint
CREATE INDEX "operations_pool" ON "operations" USING btree ("tenant_id","pool_id") WHERE "operations"."pool_id" is not null;--> statement-breakpoint
CREATE INDEX "operations_material" ON "operations" USING btree ("tenant_id","material_ready_date") WHERE "operations"."material_ready_date" is not null;--> statement-breakpoint
CREATE INDEX "placements_category" ON "placements" USING btree ("tenant_id","plan_id") WHERE "placements"."category_id" is not null;--> statement-breakpoint
CREATE INDEX "plans_run" ON "plans" USING btree ("tenant_id","run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "projects_number_key" ON "projects" USING btree ("tenant_id","project_number");--> statement-breakpoint
CREATE INDEX "projects_external_id" ON "projects" USING btree ("tenant_id","external_id") WHERE "projects"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "projects_ship_date" ON "projects" USING btree ("tenant_id","planned_ship_date");--> statement-breakpoint
CREATE INDEX "proposals_created" ON "proposals" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "routing_templates_name" ON "routing_templates" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("tenant_id","owner_id","screen","name");--> statement-breakpoint
CREATE INDEX "saved_views_screen" ON "saved_views" USING btree ("tenant_id","screen");--> statement-breakpoint
CREATE UNIQUE INDEX "scheduling_runs_one_active" ON "scheduling_runs" USING btree ("tenant_id") WHERE status = 'Running';--> statement-breakpoint
CREATE INDEX "scheduling_runs_started" ON "scheduling_runs" USING btree ("tenant_id","started_at");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_user" ON "pending_sign_ins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_ins_user" ON "sign_ins" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "sign_ins_at" ON "sign_ins" USING btree ("at");--> statement-breakpoint
CREATE INDEX "known_devices_user" ON "known_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notification_tokens_session" ON "notification_tokens" USING btree ("session_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shifts_name_key" ON "shifts" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "single_sign_on_links_user" ON "single_sign_on_links" USING btree ("user_id","issuer");--> statement-breakpoint
CREATE INDEX "status_links_token" ON "status_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "status_links_project" ON "status_links" USING btree ("tenant_id","project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_email_key" ON "invitations" USING btree ("tenant_id",lower("email"));--> statement-breakpoint
CREATE INDEX "invitations_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" USING btree ("tenant_id","webhook_id","delivery_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("tenant_id","webhook_id","next_attempt_at") WHERE "webhook_deliveries"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_test" ON "webhook_deliveries" USING btree ("tenant_id","created_at") WHERE event = 'test';