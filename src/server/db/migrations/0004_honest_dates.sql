CREATE TABLE "assistant_calls" (
	"tenant_id" uuid NOT NULL,
	"call_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"token_name" text NOT NULL,
	"tool" text NOT NULL,
	"asked" text NOT NULL,
	"outcome" text NOT NULL,
	"answer" text NOT NULL,
	"proposal_id" uuid,
	CONSTRAINT "assistant_calls_tenant_id_call_id_pk" PRIMARY KEY("tenant_id","call_id")
);
--> statement-breakpoint
CREATE TABLE "morning_plans" (
	"tenant_id" uuid NOT NULL,
	"day" text NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"outcome" text,
	"proposal_id" uuid,
	"summary" jsonb,
	"moved_operations" integer DEFAULT 0 NOT NULL,
	"held_back" text,
	CONSTRAINT "morning_plans_tenant_id_day_pk" PRIMARY KEY("tenant_id","day")
);
--> statement-breakpoint
CREATE TABLE "operation_odds" (
	"tenant_id" uuid NOT NULL,
	"operation_id" uuid NOT NULL,
	"p10" timestamp (3) with time zone,
	"p50" timestamp (3) with time zone,
	"p80" timestamp (3) with time zone,
	"p90" timestamp (3) with time zone,
	"need_by_chance" double precision,
	"unknown_at" uuid,
	CONSTRAINT "operation_odds_tenant_id_operation_id_pk" PRIMARY KEY("tenant_id","operation_id")
);
--> statement-breakpoint
CREATE TABLE "project_odds_gaps" (
	"tenant_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"unknown_at" uuid NOT NULL,
	CONSTRAINT "project_odds_gaps_tenant_id_project_id_pk" PRIMARY KEY("tenant_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "past_forecasts" (
	"tenant_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"week" date NOT NULL,
	"said_at" timestamp (3) with time zone NOT NULL,
	"forecast_end" timestamp (3) with time zone NOT NULL,
	"p10" timestamp (3) with time zone,
	"p50" timestamp (3) with time zone,
	"p80" timestamp (3) with time zone,
	"p90" timestamp (3) with time zone,
	"on_time_chance" double precision,
	"planned_ship_date" timestamp (3) with time zone,
	"cause" text,
	"cause_category_id" uuid,
	CONSTRAINT "past_forecasts_tenant_id_project_id_week_pk" PRIMARY KEY("tenant_id","project_id","week")
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "may_apply" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "no_new_late" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "no_frozen" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "most_moved" integer DEFAULT 25 NOT NULL;--> statement-breakpoint
ALTER TABLE "floor_reports" ADD COLUMN "reworked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "forecasts" ADD COLUMN "recorded_week" date;--> statement-breakpoint
ALTER TABLE "project_odds" ADD COLUMN "unlikely_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "original_hours" double precision;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "morning_plan" jsonb DEFAULT '{"isOn":true,"at":"05:30","weekdays":[1,2,3,4,5],"effort":"balanced","applyFromLateDays":null}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "separates_machine_time" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_calls" ADD CONSTRAINT "assistant_calls_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "morning_plans" ADD CONSTRAINT "morning_plans_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_odds" ADD CONSTRAINT "operation_odds_tenant_id_operation_id_operations_tenant_id_operation_id_fk" FOREIGN KEY ("tenant_id","operation_id") REFERENCES "public"."operations"("tenant_id","operation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_odds_gaps" ADD CONSTRAINT "project_odds_gaps_tenant_id_project_id_projects_tenant_id_project_id_fk" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."projects"("tenant_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_forecasts" ADD CONSTRAINT "past_forecasts_tenant_id_project_id_projects_tenant_id_project_id_fk" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."projects"("tenant_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assistant_calls_user" ON "assistant_calls" USING btree ("tenant_id","user_id","call_id");--> statement-breakpoint
CREATE INDEX "past_forecasts_week" ON "past_forecasts" USING btree ("tenant_id","week");--> statement-breakpoint
CREATE INDEX "operations_ended" ON "operations" USING btree ("tenant_id","category_id","actual_end_date","operation_id") WHERE "operations"."actual_end_date" is not null;