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
	CONSTRAINT "project_forecasts_tenant_id_project_id_pk" PRIMARY KEY("tenant_id","project_id")
);
--> statement-breakpoint
ALTER TABLE "forecasts" ADD CONSTRAINT "forecasts_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_forecasts" ADD CONSTRAINT "operation_forecasts_tenant_id_operation_id_operations_tenant_id_operation_id_fk" FOREIGN KEY ("tenant_id","operation_id") REFERENCES "public"."operations"("tenant_id","operation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_forecasts" ADD CONSTRAINT "project_forecasts_tenant_id_project_id_projects_tenant_id_project_id_fk" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."projects"("tenant_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operation_forecasts_standing" ON "operation_forecasts" USING btree ("tenant_id","standing","ends_by");--> statement-breakpoint
CREATE INDEX "operation_forecasts_behind" ON "operation_forecasts" USING btree ("tenant_id","operation_id") WHERE behind_plan;