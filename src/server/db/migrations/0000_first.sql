CREATE TABLE "categories" (
	"tenant_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"capacity" integer DEFAULT 1 NOT NULL,
	"shift_id" uuid,
	"sequence" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "categories_tenant_id_category_id_pk" PRIMARY KEY("tenant_id","category_id")
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
CREATE TABLE "operation_dependencies" (
	"tenant_id" uuid NOT NULL,
	"operation_id" uuid NOT NULL,
	"predecessor_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"lag_hours" double precision DEFAULT 0 NOT NULL,
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
	"scheduled_start_date" timestamp (3) with time zone,
	"scheduled_end_date" timestamp (3) with time zone,
	"actual_start_date" timestamp (3) with time zone,
	"actual_end_date" timestamp (3) with time zone,
	"category_id" uuid,
	"sequence" integer DEFAULT 0 NOT NULL,
	"on_hold" boolean DEFAULT false NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"placement" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "operations_tenant_id_operation_id_pk" PRIMARY KEY("tenant_id","operation_id")
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
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "projects_tenant_id_project_id_pk" PRIMARY KEY("tenant_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "run_changes" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"operation_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"start_before" timestamp (3) with time zone,
	"end_before" timestamp (3) with time zone,
	"start_after" timestamp (3) with time zone,
	"end_after" timestamp (3) with time zone,
	"placement_before" jsonb,
	CONSTRAINT "run_changes_tenant_id_run_id_operation_id_pk" PRIMARY KEY("tenant_id","run_id","operation_id")
);
--> statement-breakpoint
CREATE TABLE "scheduling_runs" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"project_id" uuid,
	"preview" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"cause" text DEFAULT 'none' NOT NULL,
	"progress" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"cancel_requested" boolean DEFAULT false NOT NULL,
	"seed" integer DEFAULT 1 NOT NULL,
	"input_version" bigint,
	"worker_id" text,
	"lease_until" timestamp (3) with time zone,
	"started_by" text NOT NULL,
	"started_by_user_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"reverted_at" timestamp (3) with time zone,
	CONSTRAINT "scheduling_runs_tenant_id_run_id_pk" PRIMARY KEY("tenant_id","run_id")
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
	"user_agent" text DEFAULT '' NOT NULL
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
CREATE TABLE "memberships" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"role" text DEFAULT 'User' NOT NULL,
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
	"week_starts_on" integer DEFAULT 1 NOT NULL,
	"project_number_prefix" text DEFAULT '' NOT NULL,
	"last_project_number" integer DEFAULT 1000 NOT NULL,
	"plan_version" bigint DEFAULT 0 NOT NULL,
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
	"is_super_admin" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'Active' NOT NULL,
	"preferences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_sign_in_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_tenant_id_shift_id_shifts_tenant_id_shift_id_fk" FOREIGN KEY ("tenant_id","shift_id") REFERENCES "public"."shifts"("tenant_id","shift_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history_entries" ADD CONSTRAINT "history_entries_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_exceptions" ADD CONSTRAINT "calendar_exceptions_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_exceptions" ADD CONSTRAINT "calendar_exceptions_tenant_id_category_id_categories_tenant_id_category_id_fk" FOREIGN KEY ("tenant_id","category_id") REFERENCES "public"."categories"("tenant_id","category_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holiday_templates" ADD CONSTRAINT "holiday_templates_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holidays" ADD CONSTRAINT "holidays_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holidays" ADD CONSTRAINT "holidays_tenant_id_category_id_categories_tenant_id_category_id_fk" FOREIGN KEY ("tenant_id","category_id") REFERENCES "public"."categories"("tenant_id","category_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_dependencies" ADD CONSTRAINT "operation_dependencies_tenant_id_operation_id_operations_tenant_id_operation_id_fk" FOREIGN KEY ("tenant_id","operation_id") REFERENCES "public"."operations"("tenant_id","operation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_dependencies" ADD CONSTRAINT "operation_dependencies_tenant_id_predecessor_id_operations_tenant_id_operation_id_fk" FOREIGN KEY ("tenant_id","predecessor_id") REFERENCES "public"."operations"("tenant_id","operation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_tenant_id_project_id_projects_tenant_id_project_id_fk" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."projects"("tenant_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_tenant_id_category_id_categories_tenant_id_category_id_fk" FOREIGN KEY ("tenant_id","category_id") REFERENCES "public"."categories"("tenant_id","category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_changes" ADD CONSTRAINT "run_changes_tenant_id_run_id_scheduling_runs_tenant_id_run_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."scheduling_runs"("tenant_id","run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduling_runs" ADD CONSTRAINT "scheduling_runs_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_tokens" ADD CONSTRAINT "notification_tokens_session_hash_sessions_session_hash_fk" FOREIGN KEY ("session_hash") REFERENCES "public"."sessions"("session_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "categories_name_key" ON "categories" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE INDEX "history_entity" ON "history_entries" USING btree ("tenant_id","entity","entity_id","at");--> statement-breakpoint
CREATE INDEX "history_project" ON "history_entries" USING btree ("tenant_id","project_id","at");--> statement-breakpoint
CREATE INDEX "holidays_date" ON "holidays" USING btree ("tenant_id","date");--> statement-breakpoint
CREATE INDEX "operation_dependencies_project" ON "operation_dependencies" USING btree ("tenant_id","project_id");--> statement-breakpoint
CREATE INDEX "operation_dependencies_predecessor" ON "operation_dependencies" USING btree ("tenant_id","predecessor_id");--> statement-breakpoint
CREATE INDEX "operations_project" ON "operations" USING btree ("tenant_id","project_id","sequence");--> statement-breakpoint
CREATE INDEX "operations_category" ON "operations" USING btree ("tenant_id","category_id");--> statement-breakpoint
CREATE UNIQUE INDEX "projects_number_key" ON "projects" USING btree ("tenant_id","project_number");--> statement-breakpoint
CREATE INDEX "projects_ship_date" ON "projects" USING btree ("tenant_id","planned_ship_date");--> statement-breakpoint
CREATE UNIQUE INDEX "scheduling_runs_one_active" ON "scheduling_runs" USING btree ("tenant_id") WHERE status = 'Running';--> statement-breakpoint
CREATE INDEX "scheduling_runs_started" ON "scheduling_runs" USING btree ("tenant_id","started_at");--> statement-breakpoint
CREATE INDEX "notification_tokens_session" ON "notification_tokens" USING btree ("session_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shifts_name_key" ON "shifts" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));